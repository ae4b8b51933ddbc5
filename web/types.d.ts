// What goes between pages and server, as docs/protocol.md describes it. Only for the type checker.
// Written by `cargo xtask bless` from the types of crates/protocol; not to be edited.

/** How well somebody played a game. */
export type AccuracyPoint = {
  /** When, in milliseconds since 1970. */
  at: number,
  /** Which game, by its id. */
  id: string,
  /** From 0 to 100. */
  accuracy: number, };

/** Something that a person wants to do. The same over HTTP and WebSocket. */
export type Action = { "do": "sit",
  /** Which one; any free one if left out. */
  seat?: number, } | { "do": "stand" } | { "do": "fill",
  /** Which seat. */
  seat: number,
  /** The kind of computer; the first one if left out. */
  kind?: string,
  /** From 1 to 10. */
  level: number, } | { "do": "close" } | { "do": "move",
  /** How many steps were made before; a move for another ply is refused. */
  ply: number,
  /** The version of the game that the mover saw, any one since the position became what
 * it is: a move for a position that has changed since is refused. Without it a late
 * copy of a move that was taken back is a new move. */
  version?: number,
  /** The move as text. */
  text: string, } | { "do": "resign",
  /** Which seat, where several belong to the same person. */
  seat?: number, } | { "do": "leave" } | { "do": "abort" } | { "do": "offer_draw",
  /** Which seat offers it, where several belong to the same person; the one to move if left out. */
  seat?: number, } | { "do": "answer_draw",
  /** Which offer, by its version (`draw_version` of the state). */
  offer: number,
  /** Accept it? */
  accept: boolean, } | { "do": "take_back",
  /** To which ply; to one's own last move if left out. */
  ply?: number, } | { "do": "answer_take_back",
  /** Which request, by its version (`take_back.version` of the state). */
  offer: number,
  /** Allow it? */
  accept: boolean, } | { "do": "pause" } | { "do": "resume" } | { "do": "step" } | { "do": "pace",
  /** Milliseconds. */
  ms: number, } | { "do": "claim" } | { "do": "restart" } | { "do": "rematch",
  /** With the seats moved on by one? */
  swap?: boolean,
  /** Which request is agreed to, by its version (`rematch.version` of the state), or asked for
 * with another `swap`. Left out by whoever has seen none: that of somebody else is met then,
 * with its `swap`. */
  offer?: number, } | { "do": "decline_rematch",
  /** Which request, by its version (`rematch.version` of the state). */
  offer: number, };

/** Why an analysis is over. */
export type AnalysisEnd = "time" | "settled" | "stopped";

/** A line of moves with its worth for the player to move. */
export type AnalysisLine = {
  /** Hundredths of a man; missing when the game is decided. */
  score?: number,
  /** Plies until the win (above 0) or the loss (0 or below); missing while it is open. */
  mate?: number,
  /** The moves as texts. */
  moves: Array<string>,
  /** The moves as people like to read them. */
  display: Array<string>, };

/** A position to think about. */
export type AnalysisRequest = {
  /** How many lines, from 1 to 5. */
  lines?: number,
  /** Milliseconds to think, at most 30,000. */
  time?: number,
  /** Which game, by its id in the catalogue. */
  game: string,
  /** Options, such as `layers=5,flying=off`, or the name of a preset. */
  rules?: string,
  /** Where to begin, if not at the start. */
  position?: string,
  /** Moves from there, also in other notations that players of the game use. */
  moves?: Array<string>, };

/** A page of the archive. */
export type ArchivePage = {
  /** The games. There may be fewer than asked for, or none, and nevertheless more to come: only so
 * many games are looked at for a page. */
  games: Array<Summary>,
  /** Where to go on, if there may be more. */
  next: string | null, };

/** A copy of the database. */
export type Backup = {
  /** The name of the file. */
  name: string,
  /** How large it is. */
  bytes: number,
  /** When it was made, in milliseconds since 1970. */
  at: number, };

/** Copies of the database. */
export type Backups = {
  /** Is one being made? */
  running: boolean,
  /** Why the last one could not be made. */
  error?: string,
  /** Those that are there, the latest first. */
  files: Array<Backup>, };

/** A line that would have been better. */
export type BetterLine = {
  /** The moves as texts, from the position before the move that was made. */
  moves: Array<string>,
  /** The moves as people like to read them. */
  display: Array<string>, };

/** The empty board, the same for the whole game. */
export type Board = {
  /** The cells; everywhere else a cell is given by its index here. */
  cells: Array<Cell>,
  /** Pairs of neighbouring cells. */
  links: Array<[number, number]>,
  /** Are the links drawn as lines? */
  lined: boolean,
  /** Letters and numbers beside the board. */
  labels: Array<Label>,
  /** By how many degrees people may turn the board at a time; `null` where up is up. */
  turning: number | null, };

/** Reason why the server ends a connection. */
export type ByeReason = "shutdown" | "too_slow" | "flood" | "too_large" | "crowded" | "signed_out";

/** A place on the board. */
export type Cell = {
  /** Its name in texts. */
  name: string,
  /** From the left; a step to a neighbour is 1. */
  x: number,
  /** From the top. */
  y: number,
  /** `square`, `hole` or `point`. */
  shape: string,
  /** What it is for, such as `dark` or `camp`; empty for a plain cell. */
  zone: string, };

/** Something to choose: a cell, or a kind of man. */
export type Choice = { "cell": number } | { "kind": string };

/** The time that players have. */
export type Clock = { "kind": "none" } | { "kind": "increment",
  /** Milliseconds at the beginning. */
  main: number,
  /** Milliseconds added after each move. */
  add: number, } | { "kind": "delay",
  /** Milliseconds at the beginning. */
  main: number,
  /** Milliseconds of each move that do not count. */
  free: number, } | { "kind": "move",
  /** Milliseconds. */
  each: number, } | { "kind": "days",
  /** Days, from 1 to 30. */
  days: number, };

/** The clocks. */
export type ClockState = {
  /** Milliseconds of each seat, counted at `at`. */
  left: Array<number>,
  /** Whose clock runs. */
  running: number | null,
  /** Milliseconds since 1970. */
  at: number, };

/** The kinds of refusals. */
export type Code = "bad_request" | "too_large" | "too_slow" | "bad_text" | "unknown_game" | "not_found" | "bad_method" | "private" | "no_identity" | "foreign_origin" | "too_many" | "too_many_games" | "too_many_studies" | "too_often" | "not_your_seat" | "not_your_turn" | "stale_ply" | "stale" | "illegal_move" | "under_way" | "no_hints" | "hints_spent" | "bad_clock" | "over" | "not_started" | "paused" | "full" | "closed" | "nothing" | "not_allowed" | "too_early" | "no_time" | "bad_name" | "name_taken" | "weak_password" | "bad_login" | "bad_code" | "banned" | "opening_closed" | "registered_only" | "removed" | "busy" | "queue_full" | "storage" | "closing";

/** The game that a code stands for. */
export type CodedGame = {
  /** Its id. */
  id: string,
  /** The secret part of the invitation, for unlisted games. */
  key?: string, };

/** An action as a client sends it. */
export type Command = {
  /** A text of the client's own, at most 64 bytes. The same one again, of the same person in
 * the same game, gets the first answer and has no second effect, so that an action whose
 * answer was lost can be repeated. */
  id?: string, } & ({ "do": "sit",
  /** Which one; any free one if left out. */
  seat?: number, } | { "do": "stand" } | { "do": "fill",
  /** Which seat. */
  seat: number,
  /** The kind of computer; the first one if left out. */
  kind?: string,
  /** From 1 to 10. */
  level: number, } | { "do": "close" } | { "do": "move",
  /** How many steps were made before; a move for another ply is refused. */
  ply: number,
  /** The version of the game that the mover saw, any one since the position became what
 * it is: a move for a position that has changed since is refused. Without it a late
 * copy of a move that was taken back is a new move. */
  version?: number,
  /** The move as text. */
  text: string, } | { "do": "resign",
  /** Which seat, where several belong to the same person. */
  seat?: number, } | { "do": "leave" } | { "do": "abort" } | { "do": "offer_draw",
  /** Which seat offers it, where several belong to the same person; the one to move if left out. */
  seat?: number, } | { "do": "answer_draw",
  /** Which offer, by its version (`draw_version` of the state). */
  offer: number,
  /** Accept it? */
  accept: boolean, } | { "do": "take_back",
  /** To which ply; to one's own last move if left out. */
  ply?: number, } | { "do": "answer_take_back",
  /** Which request, by its version (`take_back.version` of the state). */
  offer: number,
  /** Allow it? */
  accept: boolean, } | { "do": "pause" } | { "do": "resume" } | { "do": "step" } | { "do": "pace",
  /** Milliseconds. */
  ms: number, } | { "do": "claim" } | { "do": "restart" } | { "do": "rematch",
  /** With the seats moved on by one? */
  swap?: boolean,
  /** Which request is agreed to, by its version (`rematch.version` of the state), or asked for
 * with another `swap`. Left out by whoever has seen none: that of somebody else is met then,
 * with its `swap`. */
  offer?: number, } | { "do": "decline_rematch",
  /** Which request, by its version (`rematch.version` of the state). */
  offer: number, });

/** A computer as an opponent. */
export type ComputerName = {
  /** The kind, by its name in the catalogue. */
  kind: string,
  /** From 1 to 10. */
  level: number, };

/** A number beside the board. */
export type Counter = {
  /** What is counted. */
  name: string,
  /** Whose it is; `null` for one that concerns everybody. */
  seat: number | null,
  /** The number. */
  value: number,
  /** The number at which something happens. */
  limit: number | null,
  /** Is it close to the limit? */
  warn: boolean,
  /** The kind of pieces that are counted, where they may be shown as such. */
  piece?: string, };

/** Name and password. */
export type Credentials = {
  /** The name to sign in with. */
  login: string,
  /** From 8 to 200 characters. */
  password: string, };

/** How a game stands now: comes with refused actions. */
export type Current = {
  /** How it stands. */
  state: GameState,
  /** The position. */
  view: View, };

/** A game that cannot be read because what is stored of it is invalid. */
export type DamagedGame = {
  /** Id of the game. */
  id: string,
  /** When the damage was found, in milliseconds since 1970. */
  at: number,
  /** What is wrong, in the words of the server. */
  reason: string, };

/** Why a player is out. */
export type Departure = "resigned" | "time_out" | "left";

/** What a sentence about a refusal needs besides the code, where it needs something. */
export type Details = {
  /** The seat that it is about, such as that of the player who moved first. */
  seat?: number,
  /** The part of a text that was not understood, such as the name of an option. */
  part?: string,
  /** What stood there, shortened. */
  found?: string,
  /** What should have stood there. */
  expected?: string,
  /** The line of a text where that was, from 1. */
  line?: number,
  /** The character in the line, from 1. */
  column?: number, };

/** A code for another device, which makes it mine as well. */
export type DeviceCode = {
  /** What is typed there, or read from a picture: eight letters and digits. It works once. */
  code: string,
  /** Until when, in milliseconds since 1970. */
  until: number, };

/** An action was carried out and will not be lost. */
export type Done = {
  /** The version of the last event that it caused. */
  version: number, };

/** A game that can be played. */
export type Entry = {
  /** The id, as in `game` of a new game. */
  id: string,
  /** The name that people read. */
  title: string,
  /** What it is about. */
  about: string,
  /** The options. */
  options: Array<Option>,
  /** Named settings of the options. */
  presets: Array<Preset>,
  /** The seats when nothing is said. */
  seats: Array<Seat>,
  /** Kinds of computers, the usual one first. */
  kinds: Array<Kind>,
  /** A position from the middle of a game by the usual rules, for pictures. */
  scene?: string, };

/** What was played in a position. */
export type Explored = {
  /** The moves, the most played first. Only the first steps of games are known. */
  moves: Array<ExploredMove>,
  /** The latest games of the site in which the position was on the board. */
  games: Array<Summary>,
  /** So many steps of a game are known. */
  plies: number, };

/** A move that was played in a position. */
export type ExploredMove = {
  /** The move as text. */
  text: string,
  /** The move as people like to read it. */
  display: string,
  /** Other moves, as texts, that lead to the same position on a turned or mirrored board: they are
 * counted together. */
  same?: Array<string>,
  /** Games of this site. */
  site: Tally,
  /** Games that strong computers played against each other, which come with the program. */
  engine: Tally, };

/** What goes when I take leave. */
export type Farewell = {
  /** Whoever has a password says it once more. */
  password?: string, };

/** A refusal. */
export type Fault = {
  /** What kind. */
  code: Code,
  /** What was wrong, in a sentence. */
  message: string,
  /** How the game stands now, where one is concerned. */
  current?: Current,
  /** Seconds to wait, where waiting helps. */
  retry_after?: number,
  /** The seat that it is about, such as that of the player who moved first. */
  seat?: number,
  /** The part of a text that was not understood, such as the name of an option. */
  part?: string,
  /** What stood there, shortened. */
  found?: string,
  /** What should have stood there. */
  expected?: string,
  /** The line of a text where that was, from 1. */
  line?: number,
  /** The character in the line, from 1. */
  column?: number, };

/** A beginning that somebody had several times. */
export type FavouriteOpening = {
  /** The moves, as texts, of the latest game that began so; others may have come there by other moves,
 * or on a turned or mirrored board. */
  moves: Array<string>,
  /** The same as people like to read them. */
  display: Array<string>,
  /** The rules of that game. */
  rules: string,
  /** How games ended that began so. */
  score: Score, };

/** A game of a file, for those who choose one. */
export type FileGame = {
  /** Which game, by its id; nothing where it was not understood. */
  game: string,
  /** The players in the order of their seats. */
  players: Array<string>,
  /** The day, as the file has it. */
  date?: string,
  /** What was played for, or the title of a study. */
  event?: string,
  /** The result as files write it. */
  result: string,
  /** Moves of the main line. */
  moves: number,
  /** Why it was not understood, if so. */
  fault?: Fault, };

/** A position of a game that was played, without the moves that were possible. */
export type Frame = {
  /** How many steps led here. */
  ply: number,
  /** The position. */
  view: View, };

/** What a client says. */
export type FromClient = { "type": "watch",
  /** Which game. */
  id: string,
  /** The secret part of the invitation, for unlisted games. */
  key?: string,
  /** The last version that the client knows. */
  since?: number, } | { "type": "unwatch",
  /** Which game. */
  id: string, } | { "type": "act",
  /** In which game. */
  id: string,
  /** The secret part of the invitation, for unlisted games. */
  key?: string,
  /** What. */
  action: Command, } | { "type": "hint",
  /** In which game. */
  id: string, } | { "type": "lobby",
  /** Begin or stop telling? */
  on: boolean, } | { "type": "analyse" } & AnalysisRequest | { "type": "stop_analysis", } | { "type": "report",
  /** Which game. */
  id: string,
  /** The secret part of the invitation, for unlisted games. */
  key?: string, } | { "type": "ping", };

/** A few letters that stand for a game, for those who type. */
export type GameCode = {
  /** The letters. */
  code: string, };

/** Something that happened. */
export type GameEvent = { "kind": "created",
  /** How. */
  setup: Setup, } | { "kind": "seated",
  /** Which one. */
  seat: number,
  /** Who. */
  occupant: Occupant, } | { "kind": "stood",
  /** Which one. */
  seat: number, } | { "kind": "started" } | { "kind": "moved",
  /** Who made it. */
  seat: number,
  /** How many steps were made before. */
  ply: number,
  /** The move as text. */
  text: string,
  /** The move as people like to read it. */
  display: string,
  /** Milliseconds left on the mover's clock afterwards. */
  left?: number, } | { "kind": "withdrew",
  /** Who. */
  seat: number,
  /** Why. */
  reason: Departure, } | { "kind": "draw_offered",
  /** Who. */
  seat: number, } | { "kind": "draw_declined",
  /** Who declined, or withdrew an offer. */
  seat: number, } | { "kind": "take_back_asked",
  /** Who. */
  seat: number,
  /** To which ply. */
  ply: number, } | { "kind": "take_back_declined",
  /** Who. */
  seat: number, } | { "kind": "took_back",
  /** How many steps are left. */
  ply: number,
  /** Milliseconds that each seat has left afterwards. */
  left?: Array<number>, } | { "kind": "paused",
  /** Milliseconds left on the clock of the player to move. */
  left?: number, } | { "kind": "resumed" } | { "kind": "credited",
  /** Milliseconds. */
  ms: number, } | { "kind": "hinted",
  /** Who. */
  seat: number, } | { "kind": "paced",
  /** Milliseconds. */
  ms: number, } | { "kind": "ended",
  /** How. */
  outcome: Outcome,
  /** Who called it off or put it away, where a player did. */
  by?: number, } | { "kind": "rematch_offered",
  /** Who, by id. */
  person: string,
  /** With the seats moved on by one? */
  swap: boolean, } | { "kind": "rematch_declined",
  /** Who, by id. */
  person: string, } | { "kind": "rematch",
  /** Its id. */
  id: string, } | { "kind": "closed" };

/** A game as a file. */
export type GameFile = {
  /** The text of the file. */
  text: string,
  /** Which game, if the file does not say so itself. */
  game?: string,
  /** Which game of a file with several, from 0. */
  pick?: number, };

/** A game as a strong player sees it. */
export type GameReport = {
  /** By which way of making reports it was made; one that was made in an older way is made anew. */
  format: number,
  /** Everybody's share of the chances at the beginning and after each step, by seat; together they
 * are 1. */
  chances: Array<Array<number>>,
  /** The moves, in order. */
  moves: Array<JudgedMove>,
  /** How well everybody played, from 0 to 100, by seat; `null` for who made no move. */
  accuracy: Array<number | null>,
  /** The plies of the moves that changed who stands better, or threw the game away, in order. */
  turning_points: Array<number>, };

/** How somebody does in a game. */
export type GameResults = {
  /** Which game. */
  game: string,
  /** How those ended that were played to an end. */
  score: Score,
  /** How well they played in games that have a report, in order. */
  accuracy: Array<AccuracyPoint>,
  /** The beginnings that they had most often. */
  openings: Array<FavouriteOpening>, };

/** How a game stands, apart from the board. */
export type GameState = {
  /** The version of the last event. */
  version: number,
  /** Where the game is in its life. */
  phase: Phase,
  /** How many steps were made. */
  ply: number,
  /** The seat to move; `null` when nobody is. */
  turn: number | null,
  /** Who sits where. */
  seats: Array<SeatState>,
  /** The clocks, if there are any. */
  clock: ClockState | null,
  /** Do the clocks stand still? */
  paused: boolean,
  /** Milliseconds that a computer takes at least for a move. */
  pace: number,
  /** The seats that offer a draw. */
  draw_offers: Array<number>,
  /** The version of the oldest of these offers: answers name it. */
  draw_version: number | null,
  /** A take-back that is being asked for. */
  take_back: TakeBackState | null,
  /** Another game that is being asked for. */
  rematch: RematchState | null,
  /** For each seat how many hints are left, where they are counted. */
  hints_left?: Array<number>,
  /** How it ended. */
  outcome: Outcome | null,
  /** The id of the next game of the same players. */
  next: string | null, };

/** Pieces that wait beside the board to be placed. */
export type Hand = {
  /** Whose they are: the seat. */
  seat: number,
  /** What they are, such as `man`. */
  kind: string,
  /** How many are left. */
  count: number,
  /** How many there were at the beginning. */
  whole: number, };

/** A game that is no longer on my lists. */
export type Hidden = {
  /** Its id. */
  id: string, };

/** Something that the host has done. */
export type HostDeed = {
  /** When, in milliseconds since 1970. */
  at: number,
  /** What: `remove_game`, `rename`, `ban`, `unban`, `remove_person`, `defaults`, `backup`,
 * `remove_backup` or `retry_game`. */
  act: string,
  /** Whom or what it concerned. */
  about: string, };

/** What I want to be called. */
export type Introduction = {
  /** The name; a guest gets one if it is left out. */
  name?: string,
  /** The text that the picture is drawn from: 1 to 24 letters and digits. */
  picture?: string, };

/** A move that was judged. */
export type JudgedMove = {
  /** The number of the step, 1 for the first. */
  ply: number,
  /** Who made it. */
  seat: number,
  /** The move as people like to read it. */
  display: string,
  /** How good it was. */
  judgement: Judgement,
  /** The player's chance with the best move, from 0 to 1; a draw counts for a half. With more than
 * two players it is a chance against the mean of the others. */
  before: number,
  /** The same with the move that was made. */
  after: number,
  /** Both are known for certain, from a database. */
  exact?: boolean,
  /** What would have been better, unless the move was the best. */
  better?: BetterLine, };

/** How good a move was, by what it cost in chances to win. */
export type Judgement = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** A study that is kept. */
export type KeptStudy = {
  /** Whoever has it may read the study. */
  id: string,
  /** What it is called. */
  title: string,
  /** Which game. */
  game: string,
  /** Whose it is. */
  owner: string,
  /** Is it mine? */
  mine: boolean,
  /** Grows by one each time it is saved. */
  version: number,
  /** When it was saved, in milliseconds since 1970. */
  updated: number,
  /** What is in it; left out in lists. */
  study?: Study, };

/** A kind of computer. */
export type Kind = {
  /** Its name. */
  name: string,
  /** How it plays. */
  about: string,
  /** `false` when it cannot be chosen here; missing when it can. */
  available?: boolean,
  /** What it lacks: `database`. */
  reason?: string, };

/** A letter or number beside the board. */
export type Label = {
  /** What is written. */
  text: string,
  /** From the left. */
  x: number,
  /** From the top. */
  y: number, };

/** Somebody in the list of the best. */
export type Leader = {
  /** Who. */
  person: Person,
  /** How well they play. */
  rating: Rating, };

/** The best at a game and a pace. */
export type Leaders = {
  /** From the best on; those whose rating is not sure enough are left out. */
  people: Array<Leader>,
  /** Are there more? */
  more: boolean,
  /** My own rating there, if I have one. */
  mine: Rating | null,
  /** The points of the computer's levels, from the first on, to compare. */
  levels: Array<number>, };

/** A piece that is gone. */
export type Lost = {
  /** Whose it was: the seat. */
  seat: number,
  /** What it was, such as `knight`. */
  kind: string, };

/** A game that has been made. */
export type Made = {
  /** Its id. */
  id: string,
  /** The secret part of the invitation: the link for others is `link`. */
  key: string,
  /** What to send to others: they see the game, and take a seat if one is free. */
  link: string, };

/** Who I am. */
export type Me = {
  /** Stays the same for ever. */
  id: string,
  /** What I am called. */
  name: string,
  /** The text that my picture is drawn from. */
  picture: string,
  /** What I sign in with; `null` for guests. */
  login: string | null, };

/** Men of one player and kind. */
export type Men = {
  /** Whose they are. */
  seat: number,
  /** What they are, such as `knight` or `marble`. */
  kind: string,
  /** Their colour, where it is not that of the seat. */
  tone?: string,
  /** Where they stand. */
  cells: Array<number>, };

/** Where somebody who analyses a game wants to begin. */
export type Moment = {
  /** So many steps were made: where the game turned, else before the move that ended it; where it goes
 * on, the present. */
  ply: number,
  /** Is the next move the first turning point of the report? */
  turning: boolean, };

/** A move: select the cells of `from` in any order (none when a man is placed), then `to`,
 * then whatever `more` asks. */
export type Move = {
  /** The move as text; this is what is sent back. */
  text: string,
  /** The move as people like to read it. */
  display: string,
  /** The men that are picked. */
  from?: Array<number>,
  /** Where they go; missing for a pass. */
  to?: number,
  /** What has to be chosen besides. */
  more?: Array<Choice>,
  /** The cells that the moving man touches, when it does not go straight. */
  path?: Array<number>,
  /** Every man that changes its place: from, to. */
  shifts?: Array<[number, number]>,
  /** Where men are taken off the board. */
  captures?: Array<number>,
  /** The lines of men that the move completes, each from end to end. */
  lines?: Array<Array<number>>, };

/** What a move leads to. */
export type MoveVerdict = {
  /** The move as text. */
  text: string,
  /** For the player to move. */
  value: VerdictValue,
  /** Plies until the winner's next move that cannot be taken back; `null` in a draw. */
  distance: number | null, };

/** A game that somebody wants to begin. */
export type NewGame = {
  /** Who sits where, in the order of play: one entry for each seat of the game. */
  seats: Array<Plan>,
  /** Deal the entries of `seats` out at random. */
  shuffle?: boolean,
  /** The time that players have. */
  clock?: Clock,
  /** May anybody find it in the lobby and watch it? Otherwise only those with the link. */
  listed?: boolean,
  /** What the lobby is called. */
  name?: string,
  /** Milliseconds that a computer takes at least for a move, so that people can follow. */
  pace?: number,
  /** Are computers to take about as long for a move as a person would? */
  leisure?: boolean,
  /** May players ask for hints? If left out: unless seats are open for other people. */
  hints?: boolean,
  /** So many hints for each seat, from 1 to 99; any number if left out. */
  hint_budget?: number,
  /** Does it count for the players' ratings? Only for a game of two by the usual rules from the usual
 * start, without hints, between people with a password, or one of them and the usual computer. */
  rated?: boolean,
  /** Which game, by its id in the catalogue. */
  game: string,
  /** Options, such as `layers=5,flying=off`, or the name of a preset. */
  rules?: string,
  /** Where to begin, if not at the start. */
  position?: string,
  /** Moves from there, also in other notations that players of the game use. */
  moves?: Array<string>, };

/** Another password. */
export type NewPassword = {
  /** The password until now. */
  old: string,
  /** From 8 to 200 characters. */
  new: string,
  /** Whether tokens stay valid. */
  keep_tokens: boolean, };

/** A study to be kept. */
export type NewStudy = {
  /** What it is called. */
  title: string,
  /** What is in it. */
  study: Study,
  /** Which version it was made from, where it replaces one. */
  version?: number, };

/** A new token. */
export type NewToken = {
  /** What it is for, in a word or two. */
  label: string,
  /** What it permits; everything if left out. */
  scopes: Array<Scope>, };

/** Somebody on a seat. */
export type Occupant = { "who": "person",
  /** The person's id. */
  id: string,
  /** The name on this seat. */
  name: string,
  /** The text that the person's picture is drawn from; missing where somebody else sits here who
 * plays on the same screen, under a name of their own. */
  picture?: string, } | { "who": "computer",
  /** The kind, by its name in the catalogue. */
  kind: string,
  /** From 1 to 10. */
  level: number, } | { "who": "stranger",
  /** The name in the file. */
  name: string, };

/** Who may begin games. */
export type Opening = "everybody" | "registered" | "nobody";

/** How somebody does against somebody. */
export type OpponentResults = {
  /** The other one, if that is a person. */
  person: Person | null,
  /** The other one, if that is a computer: its kind and level. */
  computer: ComputerName | null,
  /** How their games ended. */
  score: Score, };

/** An option. */
export type Option = {
  /** The name in texts. */
  name: string,
  /** What it does. */
  about: string,
  /** What can be chosen. */
  values: Values,
  /** What holds when nothing is said. */
  default: string,
  /** Does the start look different with another value, so that pictures tell the values apart? */
  pictured?: boolean, };

/** How a game ended. */
export type Outcome = {
  /** The seat that won; `null` for a draw or an unfinished game. */
  winner: number | null,
  /** Everybody's place, 1 being the best; empty for an unfinished game. */
  places: Array<number>,
  /** Why, such as `checkmate`. */
  reason: string,
  /** In words: `red wins (6 marbles)`. */
  verdict: string, };

/** How fast a game is played, by how long a player has for it: ratings are told apart by it. */
export type Pace = "bullet" | "blitz" | "rapid" | "classical" | "correspondence" | "unlimited";

/** A person as others see them. */
export type Person = {
  /** Stays the same for ever. */
  id: string,
  /** What they are called. */
  name: string,
  /** The text that their picture is drawn from. (People in games from before there were pictures have
 * none there.) */
  picture: string, };

/** Where a game is in its life. */
export type Phase = "open" | "playing" | "ended" | "closed";

/** A man on the board. */
export type Piece = {
  /** Where it stands. */
  cell: number,
  /** Whose it is: the seat. */
  seat: number,
  /** What it is, such as `knight` or `marble`. */
  kind: string,
  /** Its colour, where it is not that of the seat. */
  tone?: string, };

/** Who is to sit on a seat. */
export type Plan = { "who": "me",
  /** What the person on this seat is called, if not as the creator. */
  name?: string, } | { "who": "open" } | { "who": "computer",
  /** The kind, by its name in the catalogue; the first one if left out. */
  kind?: string,
  /** From 1 to 10. */
  level: number, };

/** A position that is fine. */
export type PositionReport = {
  /** All options. */
  rules: string,
  /** The seats. */
  seats: Array<Seat>,
  /** The empty board. */
  board: Board,
  /** The moves that led here. */
  steps: Array<Step>,
  /** The position. */
  view: View,
  /** How the game ended, if it did. */
  outcome: Outcome | null,
  /** The position with the other player to move: whoever analyses it sees the threat. Missing where
 * giving up a move might be an advantage. */
  passed?: string, };

/** A position as somebody asks for it: all but the game may be left out. */
export type PositionRequest = {
  /** Which game, by its id in the catalogue. */
  game: string,
  /** Options, such as `layers=5,flying=off`, or the name of a preset. */
  rules?: string,
  /** Where to begin, if not at the start. */
  position?: string,
  /** Moves from there, also in other notations that players of the game use. */
  moves?: Array<string>, };

/** A set-up with everything that is needed to change it. */
export type PositionSetup = {
  /** All options. */
  rules: string,
  /** The seats. */
  seats: Array<Seat>,
  /** The empty board. */
  board: Board,
  /** What can stand on a cell. */
  men: Array<SetupMan>,
  /** What there is beside the board. */
  fields: Array<SetupField>,
  /** A letter for each cell, a space where nothing stands. */
  cells: string,
  /** The text that comes of it. */
  position: string,
  /** Why it is not possible, if so. */
  fault?: Fault, };

/** Who is there. Not stored: it follows from the connections. */
export type Presence = {
  /** For each seat: is its player connected? Computers always are. */
  connected: Array<boolean>,
  /** How many watch without a seat. */
  spectators: number,
  /** For each seat: since when the player is away, if one is, in milliseconds since 1970. */
  away_since: Array<number | null>,
  /** Milliseconds of absence after which the others may claim the win; `null` where nobody may. */
  grace: number | null, };

/** A named setting. */
export type Preset = {
  /** Its name. */
  name: string,
  /** What it is. */
  about: string,
  /** The options that it sets. */
  rules: string,
  /** The seats with it. */
  seats: Array<Seat>, };

/** What a person's page shows: of the latest two thousand games. Others see what everybody may find. */
export type Profile = {
  /** Who. */
  person: Person,
  /** Have they a password? Pages of guests are seen by themselves alone. */
  registered: boolean,
  /** When they first came, in milliseconds since 1970. */
  since: number,
  /** Is it me? */
  me: boolean,
  /** How well they play, where ratings are shown here. */
  ratings: Array<RatingHistory>,
  /** Game by game, the most played first. */
  games: Array<GameResults>,
  /** Those whom they played most often. */
  opponents: Array<OpponentResults>, };

/** Somebody has tried a puzzle. */
export type PuzzleAttempt = {
  /** Which one. */
  puzzle: string,
  /** Was it solved at the first try? */
  solved: boolean, };

/** How well somebody solves the puzzles of a game. */
export type PuzzleStanding = {
  /** Points, as in Glicko-2: whoever has as many as a puzzle solves it every other time. */
  rating: number,
  /** How sure that is: they lie within twice as many points of it, 19 times of 20. */
  deviation: number,
  /** How many were tried. */
  tried: number,
  /** How many of them were solved at the first try. */
  solved: number,
  /** How many in a row, up to the last one. */
  streak: number,
  /** The longest row ever. */
  longest: number,
  /** Those that were tried, by their ids: none counts twice. */
  done: Array<string>, };

/** How well somebody plays a game at a pace, as in Glicko-2. */
export type Rating = {
  /** Points: whoever has 200 more gets three of four. */
  points: number,
  /** How sure that is: they lie within twice as many points of it, 19 times of 20. */
  deviation: number,
  /** Is that not sure enough for the list of the best? */
  provisional: boolean,
  /** Of how many games it is made; none for a computer, whose points are fixed. */
  games: number, };

/** A rating with how it came about. */
export type RatingHistory = {
  /** Which game. */
  game: string,
  /** How fast. */
  pace: Pace,
  /** As it is now. */
  rating: Rating,
  /** When it changed and to what, in order. */
  points: Array<RatingPoint>, };

/** A rating at a time. */
export type RatingPoint = {
  /** When, in milliseconds since 1970. */
  at: number,
  /** The points from then on. */
  points: number, };

/** Where others reach this site. */
export type Reach = {
  /** Is there an address that holds for everybody, because the host has said so? */
  public: boolean,
  /** The addresses, such as `http://192.168.1.20:8080`, the likeliest first; none where the server listens
 * to its own machine only. */
  addresses: Array<string>, };

/** A text that somebody pasted: a game file, a list of moves, or a position. */
export type ReadText = {
  /** The text. */
  text: string,
  /** Which game of a file with several, from 0. */
  pick?: number,
  /** Which game, by its id in the catalogue. */
  game: string,
  /** Options, such as `layers=5,flying=off`, or the name of a preset. */
  rules?: string,
  /** Where to begin, if not at the start. */
  position?: string,
  /** Moves from there, also in other notations that players of the game use. */
  moves?: Array<string>, };

/** An event with its version and time. */
export type Recorded = {
  /** 1 for the first event of a game, then counting up without a gap. */
  version: number,
  /** Milliseconds since 1970. */
  at: number,
  /** What happened. */
  event: GameEvent, };

/** Somebody wants another game. */
export type RematchState = {
  /** With the seats moved on by one? */
  swap: boolean,
  /** The ids of those who agreed. */
  agreed: Array<string>,
  /** The version of the event that asked: whoever agrees names it. */
  version: number, };

/** How a board looks in a list: enough to draw it, and little to send. */
export type Scene = {
  /** The men, those of one player and kind together. */
  men: Array<Men>,
  /** The last move. */
  last?: Move, };

/** What a token permits. Every token may read what its person may see. No token may change the account. */
export type Scope = "read" | "play" | "study";

/** How games ended for somebody. */
export type Score = {
  /** How many were won. */
  won: number,
  /** How many were drawn. */
  drawn: number,
  /** How many were lost. */
  lost: number, };

/** A seat of a game. */
export type Seat = {
  /** What it is called. */
  name: string,
  /** Is the name a plural ("attackers win", but "white wins")? */
  plural?: boolean,
  /** The colour of the men. */
  tone: string,
  /** The kind of piece that stands for the player in lists. */
  piece: string,
  /** How far the board is turned clockwise for whoever sits here. */
  degrees: number, };

/** Somebody at a table with their rating. */
export type SeatRating = {
  /** What the game has changed, if it is over and counted. */
  change?: number,
  /** Points: whoever has 200 more gets three of four. */
  points: number,
  /** How sure that is: they lie within twice as many points of it, 19 times of 20. */
  deviation: number,
  /** Is that not sure enough for the list of the best? */
  provisional: boolean,
  /** Of how many games it is made; none for a computer, whose points are fixed. */
  games: number, };

/** A seat and who sits there. */
export type SeatState = {
  /** What the seat is called, such as `white`. */
  name: string,
  /** Is the name a plural ("attackers win", but "white wins")? */
  plural?: boolean,
  /** The colour of the men. */
  tone: string,
  /** The kind of piece that stands for the player in lists. (Summaries of games that were filed
 * before it was told lack this and the next.) */
  piece: string,
  /** How far the board is turned clockwise for whoever sits here. */
  degrees: number,
  /** Who; `null` while it is free. */
  occupant: Occupant | null,
  /** Is the player out while others play on? */
  out: boolean, };

/** A place where I am signed in. */
export type Session = {
  /** To tell sessions apart. */
  id: string,
  /** The program and system that it was opened with; empty when they are not known. */
  label: string,
  /** When it was opened, in milliseconds since 1970. */
  created: number,
  /** When it was last used, to the hour. */
  seen: number,
  /** Is it the one that asks? */
  current: boolean, };

/** A game as it was set up; the same for its whole life. */
export type Setup = {
  /** Which game, by its id in the catalogue. */
  game: string,
  /** All options. */
  rules: string,
  /** Where it begins, if not at the start. */
  position?: string,
  /** Who sits where at the beginning; `null` for an open seat. */
  seats: Array<Occupant | null>,
  /** The time that players have. */
  clock: Clock,
  /** Is it in the public lists? */
  listed: boolean,
  /** What the lobby is called. */
  name?: string,
  /** Milliseconds that a computer takes at least for a move. */
  pace: number,
  /** Do computers take about as long for a move as a person would? */
  leisure: boolean,
  /** May players ask for hints? */
  hints: boolean,
  /** So many hints for each seat; any number if left out. */
  hint_budget?: number,
  /** Does it count for the players' ratings? */
  rated?: boolean,
  /** Who made it; `null` for imported games of nobody. */
  host: Person | null, };

/** Something beside the board that belongs to a position. */
export type SetupField = {
  /** What it is, such as `side to move`. */
  name: string,
  /** Whose it is, where everybody has one. */
  seat?: number,
  /** What may stand there. */
  kind: SetupKind,
  /** What stands there. */
  value: string, };

/** What may stand in a field. */
export type SetupKind = { "kind": "turn",
  /** The letters. */
  letters: Array<string>, } | { "kind": "count",
  /** The smallest one. */
  least: number,
  /** The largest one. */
  most: number, } | { "kind": "letters",
  /** The letters. */
  letters: string, } | { "kind": "cell" } | { "kind": "kept" };

/** Something that can stand on a cell. */
export type SetupMan = {
  /** Its letter in position texts. */
  letter: string,
  /** Whose it is. */
  seat: number,
  /** What it is, such as `knight`. */
  kind: string,
  /** Its colour, where it is not that of the seat. */
  tone?: string, };

/** A set-up as somebody asks for it: by a text, by what was filled in, or the start. */
export type SetupRequest = {
  /** Which game, by its id in the catalogue. */
  game: string,
  /** Options; none for the usual rules. */
  rules?: string,
  /** The text of a position. */
  position?: string,
  /** A letter for each cell, a space where nothing stands. */
  cells?: string,
  /** The values of the fields, with `cells`. */
  values?: Array<string>, };

/** A code that another device has shown. */
export type ShownCode = {
  /** As it was typed: capital and small letters are the same, blanks and hyphens nothing. */
  code: string, };

/** What holds on this site until somebody chooses otherwise. What is left out is as usual. */
export type SiteDefaults = {
  /** Who may begin games. */
  opening?: Opening,
  /** What the host says to everybody on the home page. */
  message?: string,
  /** The level of the computer for those who have not chosen one. */
  level?: number,
  /** The colours of the page, by their name there. */
  theme?: string,
  /** What boards are made of, by its name on the pages. */
  boards?: string,
  /** Seconds of absence after which the others may claim the win. */
  grace?: number,
  /** Are there no ratings and no list of the best? */
  no_ratings?: boolean,
  /** Is there no list of the best, although people have ratings? */
  no_leaders?: boolean,
  /** Does everybody see only their own page, and nobody else's? */
  no_profiles?: boolean, };

/** Somebody as the host sees them. */
export type SitePerson = {
  /** Stays the same for ever. */
  id: string,
  /** What they are called. */
  name: string,
  /** What they sign in with; `null` for guests. */
  login: string | null,
  /** When they first came, in milliseconds since 1970. */
  created: number,
  /** When they were last here, to the hour; `null` where they are signed in nowhere. */
  seen: number | null,
  /** How many games they made or play in; 1,000 for more. */
  games: number,
  /** Why they are shut out, if they are. */
  banned?: string, };

/** Everything about a game. */
export type Snapshot = {
  /** The game's id. */
  id: string,
  /** How it was set up. */
  setup: Setup,
  /** The empty board. */
  board: Board,
  /** What was played so far. */
  steps: Array<Step>,
  /** How it stands. */
  state: GameState,
  /** The position. */
  view: View,
  /** Who is there. */
  presence: Presence,
  /** The seats that belong to whoever asks. */
  mine: Array<number>,
  /** The secret part of the invitation to an unlisted game, for its players only. */
  key?: string, };

/** What a look through the whole file has found. */
export type Soundness = "checking" | "sound" | "damaged" | "unknown";

/** A step of a game that was played. */
export type Step = { "kind": "move",
  /** Who made it. */
  seat: number,
  /** The move as text; this is what is sent back. */
  text: string,
  /** The move as people like to read it. */
  display: string,
  /** The men that are picked. */
  from?: Array<number>,
  /** Where they go; missing for a pass. */
  to?: number,
  /** What has to be chosen besides. */
  more?: Array<Choice>,
  /** The cells that the moving man touches, when it does not go straight. */
  path?: Array<number>,
  /** Every man that changes its place: from, to. */
  shifts?: Array<[number, number]>,
  /** Where men are taken off the board. */
  captures?: Array<number>,
  /** The lines of men that the move completes, each from end to end. */
  lines?: Array<Array<number>>, } | { "kind": "out",
  /** Who. */
  seat: number, };

/** How the database of the site is doing. */
export type StorageHealth = {
  /** Why the last commit failed; left out when it succeeded. */
  failure?: string,
  /** Bytes that are free on its disk, where the system tells. */
  free?: number,
  /** What a look through the whole file has found. */
  soundness: Soundness,
  /** In which way it is damaged, or why it could not be looked through. */
  reason?: string, };

/** A tree of moves with what is said about them. */
export type Study = {
  /** Which game, by its id in the catalogue. */
  game: string,
  /** Options; none for the usual rules. */
  rules: string,
  /** Where it begins, if not at the start. */
  position: string | null,
  /** What stands above the moves in a file: names and values. */
  tags: Array<[string, string]>,
  /** The steps; the first is the beginning, where nothing has been played. Each line stands to its end,
 * then what else could be played, so that every step follows one on the way to the step before it. */
  nodes: Array<StudyNode>, };

/** An arrow on the board; a circle where both ends are the same. */
export type StudyMark = {
  /** Its colour: `G`, `R`, `Y` or `B`. */
  tone: string,
  /** The name of the cell where it begins. */
  from: string,
  /** The name of the cell where it ends. */
  to: string, };

/** A step, and what is said about the position after it. */
export type StudyNode = {
  /** The step before it, by its place in the list; `null` at the beginning. */
  parent: number | null,
  /** The move as text, or `out` and the seat that left. */
  text: string,
  /** The move as people like to read it. Whoever sends a study may leave it out. */
  display: string,
  /** Who made it. Whoever sends a study may leave it out. */
  seat: number | null,
  /** Marks by their numbers in PGN: 1 for `!`, 2 for `?`, 3 for `!!`, 4 for `??`, 5 for `!?`, 6 for `?!`. */
  glyphs?: Array<number>,
  /** What is said about it. */
  comment?: string,
  /** What is drawn on the board. */
  drawn?: Array<StudyMark>, };

/** A game in a list. */
export type Summary = {
  /** The game's id. */
  id: string,
  /** Which game, by its id in the catalogue. */
  game: string,
  /** All options. */
  rules: string,
  /** What the lobby is called. */
  name: string | null,
  /** Where the game is in its life. */
  phase: Phase,
  /** Who sits where. */
  seats: Array<SeatState>,
  /** The time that players have. */
  clock: Clock,
  /** How many steps were made. */
  ply: number,
  /** The seat to move. */
  turn: number | null,
  /** How it ended. */
  outcome: Outcome | null,
  /** Is it in the public lists? */
  listed: boolean,
  /** Does it count for the players' ratings? */
  rated?: boolean,
  /** The id of whoever made it. */
  host: string | null,
  /** When it was made, in milliseconds since 1970. */
  created: number,
  /** When something happened last, in milliseconds since 1970. */
  updated: number,
  /** How the board looks, where a list shows it: in games that have begun. */
  scene?: Scene, };

/** How well those at a table play. */
export type TableRatings = {
  /** Which ratings these are. */
  pace: Pace,
  /** Does the game count? It was begun so, and everybody at the table has a rating or may get one. */
  rated: boolean,
  /** By seat; `null` where nobody sits, and for guests. */
  seats: Array<SeatRating | null>, };

/** A tablebase: a solved game on disk. */
export type Tablebase = {
  /** Its name in addresses. */
  id: string,
  /** Which game, by its id in the catalogue. */
  game: string,
  /** By which rules. */
  rules: string,
  /** What it is called. */
  title: string,
  /** How far it is. */
  state: TablebaseState,
  /** Places of positions that are solved. */
  done: number,
  /** All places of positions; 0 while nothing was computed. */
  total: number,
  /** Bytes on disk. */
  bytes: number,
  /** Places a second since the computing began. */
  rate?: number,
  /** Seconds that are left at this rate. */
  left?: number,
  /** Why the computing ended early, or the files cannot be used. */
  error?: string, };

/** What can be done with a tablebase. */
export type TablebaseAction = "start" | "pause";

/** What the host has done with a tablebase. */
export type TablebaseCommand = {
  /** Begin or go on to compute it, or stop. */
  do: TablebaseAction, };

/** How far a tablebase is. */
export type TablebaseState = "missing" | "partial" | "computing" | "complete";

/** A message with the number that the client has given it, any one it likes: the answer carries
 * the same. */
export type Tagged<M> = {
  /** The number. */
  tag?: number, } & M;

/** Somebody asks to take back. */
export type TakeBackState = {
  /** Who. */
  seat: number,
  /** To which ply. */
  ply: number,
  /** The version of the event that asked: answers name it. */
  version: number,
  /** The seats that agree, that of whoever asks among them. */
  agreed: Array<number>, };

/** How games ended. */
export type Tally = {
  /** How many games. */
  games: number,
  /** How many each seat has won. */
  won: Array<number>,
  /** How many were drawn. */
  drawn: number, };

/** What a pasted text is. */
export type TextFound = { "kind": "nothing" } | { "kind": "games",
  /** The games in their order. */
  games: Array<FileGame>, } | { "kind": "study",
  /** The moves with side lines and comments. */
  study: Study, } | { "kind": "position" } & PositionRequest;

/** What the server says. */
export type ToClient = { "type": "welcome",
  /** Who you are; `null` without a cookie or token: you may only watch. */
  person: Person | null,
  /** The server's time in milliseconds since 1970. */
  time: number, } | { "type": "game",
  /** The game's id. */
  id: string,
  /** How it was set up. */
  setup: Setup,
  /** The empty board. */
  board: Board,
  /** What was played so far. */
  steps: Array<Step>,
  /** How it stands. */
  state: GameState,
  /** The position. */
  view: View,
  /** Who is there. */
  presence: Presence,
  /** The seats that belong to whoever asks. */
  mine: Array<number>,
  /** The secret part of the invitation to an unlisted game, for its players only. */
  key?: string, } | { "type": "resumed",
  /** Which game. */
  id: string,
  /** The events after that version. */
  events: Array<Recorded>,
  /** All that was played, from the beginning. */
  steps: Array<Step>,
  /** Who is there. */
  presence: Presence,
  /** How it stands. */
  state: GameState,
  /** The position. */
  view: View, } | { "type": "event",
  /** Which game. */
  id: string,
  /** The step that was made, with all that is needed to show it. */
  step?: Step,
  /** How it stands afterwards. */
  state: GameState,
  /** The position afterwards, if it changed. */
  view?: View,
  /** 1 for the first event of a game, then counting up without a gap. */
  version: number,
  /** Milliseconds since 1970. */
  at: number,
  /** What happened. */
  event: GameEvent, } | { "type": "presence",
  /** Which game. */
  id: string,
  /** For each seat: is its player connected? Computers always are. */
  connected: Array<boolean>,
  /** How many watch without a seat. */
  spectators: number,
  /** For each seat: since when the player is away, if one is, in milliseconds since 1970. */
  away_since: Array<number | null>,
  /** Milliseconds of absence after which the others may claim the win; `null` where nobody may. */
  grace: number | null, } | { "type": "seats",
  /** Which game. */
  id: string,
  /** Who sits where. */
  seats: Array<SeatState>, } | { "type": "you",
  /** Who you are. */
  person: Person, } | { "type": "queued",
  /** Which game. */
  id: string,
  /** The version of the game in which it waits. */
  version: number,
  /** Why: `busy` or `queue_full`. */
  code: Code,
  /** Why, in a sentence. */
  message: string, } | { "type": "done",
  /** The version of the last event that it caused. */
  version?: number, } | { "type": "error",
  /** What kind of mistake. */
  code: Code,
  /** What was wrong, in a sentence. */
  message: string,
  /** The game that it is about. */
  id?: string,
  /** How that game stands now. */
  current?: Current,
  /** Seconds to wait, where waiting helps. */
  retry_after?: number,
  /** The seat that it is about, such as that of the player who moved first. */
  seat?: number,
  /** The part of a text that was not understood, such as the name of an option. */
  part?: string,
  /** What stood there, shortened. */
  found?: string,
  /** What should have stood there. */
  expected?: string,
  /** The line of a text where that was, from 1. */
  line?: number,
  /** The character in the line, from 1. */
  column?: number, } | { "type": "hint",
  /** Which game. */
  id: string,
  /** The ply it is meant for. */
  ply: number,
  /** The move as text. */
  text: string,
  /** How the position ends with best play, where a database knows it. */
  verdict?: Verdict,
  /** The same for every legal move. */
  verdicts?: Array<MoveVerdict>, } | { "type": "lobby",
  /** The games, the newest first. */
  games: Array<Summary>, } | { "type": "listed",
  /** The game. */
  game: Summary, } | { "type": "unlisted",
  /** Its id. */
  id: string, } | { "type": "analysis",
  /** Plies of the last complete iteration. */
  depth: number,
  /** Positions visited. */
  nodes: number,
  /** Milliseconds of thinking: while others have their turn they do not count. */
  time: number,
  /** The best lines, the best one first. */
  lines: Array<AnalysisLine>,
  /** Is this the last message of the analysis? */
  done: boolean,
  /** Why it is the last one. */
  end?: AnalysisEnd,
  /** How the position ends with best play, where a database knows it. */
  verdict?: Verdict,
  /** The same for every legal move. */
  verdicts?: Array<MoveVerdict>, } | { "type": "report",
  /** Which game. */
  id: string,
  /** So many positions were thought about. */
  done: number,
  /** Of so many, about. */
  all: number,
  /** The report, when it is there. */
  report?: GameReport, } | { "type": "pong",
  /** The server's time in milliseconds since 1970. */
  time: number, } | { "type": "bye",
  /** Why. */
  reason: ByeReason, };

/** A token for a program that plays in my name. */
export type Token = {
  /** To tell tokens apart. */
  id: string,
  /** What it is for. */
  label: string,
  /** When it was made, in milliseconds since 1970. */
  created: number,
  /** What it permits. */
  scopes: Array<Scope>,
  /** The token itself, only when it is made: it is kept nowhere. */
  token?: string, };

/** What can be chosen for an option. */
export type Values = { "kind": "flag" } | { "kind": "number",
  /** The smallest. */
  min: number,
  /** The largest. */
  max: number,
  /** Words that may stand instead. */
  words: Array<string>, } | { "kind": "words",
  /** The words. */
  words: Array<string>, } | { "kind": "letters",
  /** The letters. */
  letters: string, };

/** How a position ends, and how soon something happens. */
export type Verdict = {
  /** For the player to move. */
  value: VerdictValue,
  /** Plies until the winner's next move that cannot be taken back; `null` in a draw. */
  distance: number | null, };

/** How a position ends. */
export type VerdictValue = "won" | "drawn" | "lost";

/** A position as it is drawn, with the moves that can be made. */
export type View = {
  /** The position as text. */
  position: string,
  /** The seat to move. */
  turn: number,
  /** The men. */
  pieces: Array<Piece>,
  /** Numbers beside the board. */
  counters: Array<Counter>,
  /** The pieces that are gone, where kinds differ; where all are alike a counter says how many. */
  lost?: Array<Lost>,
  /** The pieces that wait beside the board to be placed, for every seat that has or had some. */
  hands?: Array<Hand>,
  /** Cells that need attention, such as a king in check. */
  alarms: Array<number>,
  /** What whoever is to move should be told besides, such as `check`. */
  notes?: Array<string>,
  /** The legal moves; none when the game is over. */
  moves: Array<Move>, };

/** What the server says over the WebSocket. */
export type Message = Tagged<ToClient>;

/** What the analysis has found so far. */
export type Analysis = Extract<ToClient, { type: "analysis" }>;
