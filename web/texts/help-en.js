// The rules in English.

/**
 * By game: sections with sentences and pictures.
 * @typedef {Record<string, {title: string, text: string[], pictures?: {rules?: string, position?: string, moves?: string[], arrow?: string, caption: string}[]}[]>} Help
 */

/** @type {Help} */
export default {
  chess: [
    {
      title: "The aim",
      text: [
        "Attack the other king so that it cannot be saved: checkmate.",
        "White begins; then the players take turns, one move each.",
      ],
      pictures: [{ caption: "The start" }],
    },
    {
      title: "The pieces",
      text: [
        "The king goes one step in any direction. The queen goes straight or diagonally, as far as she likes; the rook straight, the bishop diagonally.",
        "The knight jumps two steps straight and one aside, over others too.",
        "The pawn goes one step ahead, two from where it begins, and takes one step diagonally ahead. Beside a pawn that just made two steps it may take it as if it had made one.",
        "A pawn that reaches the last row becomes a queen, rook, bishop or knight.",
        "Castling: the king goes two steps towards a rook, which jumps over it, if neither has moved, nothing is between them and the king is not and does not come under attack on the way.",
      ],
      pictures: [
        { moves: ["e2e4", "e7e5", "g1f3"], caption: "A knight attacks a pawn" },
        {
          moves: ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"],
          arrow: "e1g1",
          caption: "Castling: the king goes, and the rook jumps over it",
        },
      ],
    },
    {
      title: "The end",
      text: [
        "A king in check must be saved at once. Checkmate wins.",
        "A draw: no legal move without check, the same position for the third time, fifty moves without a capture or a pawn's move, too few pieces, or by agreement.",
      ],
      pictures: [
        {
          moves: ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"],
          caption: "Checkmate: the king cannot be saved",
        },
      ],
    },
  ],
  "chinese-checkers": [
    {
      title: "The aim",
      text: [
        "Bring all your marbles into the point opposite to yours before the others do.",
        "Two to six play, each with ten marbles or more.",
        "Three players with two sets own two opposite points each, and swap the marbles of both: the sets keep their colours, and each has to fill the point opposite to its own.",
      ],
      pictures: [
        { caption: "Two players" },
        { rules: "six", caption: "Six players" },
        { rules: "three,sets=2", caption: "Three players with two sets each" },
      ],
    },
    {
      title: "Moves",
      text: [
        "Step into an empty neighbouring hole, or hop over a neighbouring marble, yours or another's, into the empty hole behind it.",
        "Hops can be joined to a chain in one move. Nothing is taken off the board.",
        "Click the marble, then the hole at the end of its way; the page knows the chain.",
        "With three or more players marbles may hop through a point that is neither their start nor their target, but not stop there; an option allows it, or forbids it for two.",
        "Whoever cannot move passes.",
      ],
      pictures: [
        {
          moves: ["d3-e7", "o2-m6", "d4-d3", "m6-m7", "e7-f7", "o1-m5", "c3-g7", "n3-l6"],
          arrow: "c2-g8",
          caption: "A chain of three hops in one move",
        },
      ],
    },
    {
      title: "The end",
      text: [
        "Whoever has all marbles in the opposite point wins; the others are ranked by how far they came.",
        "From round 25 on nobody can keep others from winning by staying at home, unless this rule is switched off.",
      ],
    },
  ],
  tablut: [
    {
      title: "The aim",
      text: [
        "The defenders bring their king to a cell at the edge that is marked with a star.",
        "The attackers, twice as many, catch the king.",
      ],
      pictures: [{ caption: "The start: the king in his castle, attackers in their camps" }],
    },
    {
      title: "Moves",
      text: [
        "All men go straight over empty cells, as far as they like, like a rook.",
        "Nobody passes or enters the castle once it is left, nor the dark camps; only attackers move within the camp they began in.",
        "A man is taken between two men of the other side, or between one and the castle or a camp.",
        "The king in his castle is caught by attackers on all four sides, next to it on the other three; elsewhere like any man.",
      ],
      pictures: [
        {
          moves: ["h5h3", "c5c8"],
          arrow: "b5c5",
          caption: "The attacker takes a man between himself and the castle",
        },
      ],
    },
    {
      title: "The end",
      text: [
        "Whoever cannot move has lost. The game is drawn at the limit of turns; the counter turns red when it is near.",
      ],
      pictures: [
        {
          position: "3ttt3/4t4/4T4/t3T3t/tt5tt/t3T3t/2K1T4/4t4/3ttt3 d 20",
          arrow: "c3c1",
          caption: "The king is about to escape",
        },
      ],
    },
  ],
  abalone: [
    {
      title: "The aim",
      text: ["Push six marbles of the other side off the board."],
      pictures: [
        { caption: "The classic start" },
        { rules: "layout=belgian-daisy", caption: "The Belgian daisy" },
      ],
    },
    {
      title: "Moves",
      text: [
        "Move one, two or three of your marbles in a row by one hole: along their line, or sideways into empty holes.",
        "Along the line a larger group pushes a smaller one: three push two or one, two push one, if there is room or the edge behind.",
        "Click each marble of the group, then where its front goes; or draw a line over the marbles and on to where they go.",
      ],
      pictures: [
        {
          position: "sssss/sssss1/2ss3/8/1SSSss3/8/7/SSSSSS/SSSSS 0 0 b 0 1",
          arrow: "e2e3",
          caption: "Three push two",
        },
        { arrow: "c3c5d3", caption: "Three go sideways" },
      ],
    },
    {
      title: "The end",
      text: [
        "Six marbles pushed off win. A position for the third time is a draw, and so are 200 turns without a marble falling.",
      ],
    },
  ],
  morris: [
    {
      title: "The aim",
      text: ["Leave the other side with fewer than three men, or without a move."],
      pictures: [
        { caption: "The board with three layers" },
        { rules: "layers=5", caption: "Five layers" },
      ],
    },
    {
      title: "Moves",
      text: [
        "First all men are placed in turn on empty points. Then a man goes along a line to the next empty point.",
        "Three in a row along a line are a mill: whoever closes one removes a man of the other side, not from a mill unless all are in mills.",
        "Whoever has just three men left may fly to any empty point, unless this is switched off.",
        "Click the point to place a man; later the man, then the point. When a mill is closed, click one of the ringed men.",
      ],
      pictures: [
        {
          moves: ["a1", "b2", "d1", "d2"],
          arrow: "g1xb2",
          caption: "A mill is closed, and the ringed man is removed",
        },
      ],
    },
    {
      title: "The end",
      text: [
        "Fewer than three men, or no move, lose. A hundred turns without a placement or a removal are a draw.",
      ],
    },
  ],
};
