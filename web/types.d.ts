// What goes between pages and server, as docs/protocol.md describes it. Only for the type checker.
// Written by `cargo xtask bless` from the types of crates/protocol; not to be edited.

/** Accuracy of a person in one game. */
export type AccuracyPoint = {
  /** Time of the game, in milliseconds since 1970. */
  at: number,
  /** Id of the game. */
  id: string,
  /** Accuracy from 0 to 100. */
  accuracy: number, };

/** Action requested by a person; the same over HTTP and WebSocket. */
export type Action = { "do": "sit",
  /** Requested seat; any free seat if missing. */
  seat?: number, } | { "do": "stand" } | { "do": "fill",
  /** Seat of the computer. */
  seat: number,
  /** Kind of computer; the default kind if missing. */
  kind?: string,
  /** Level from 1 to 10. */
  level: number, } | { "do": "close" } | { "do": "move",
  /** Number of plies played before the move; a move for another ply is rejected. */
  ply: number,
  /** Any version since the position last changed; the move is rejected if the position has
 * changed since. Without it, a delayed duplicate of a move that was taken back counts as a
 * new move. */
  version?: number,
  /** Move as text. */
  text: string, } | { "do": "resign",
  /** Seat that resigns, if the person has several. */
  seat?: number, } | { "do": "leave" } | { "do": "abort" } | { "do": "offer_draw",
  /** Seat that offers, if the person has several; by default the seat to move. */
  seat?: number, } | { "do": "answer_draw",
  /** Version of the offer (`draw_version` of the state). */
  offer: number,
  /** Whether the draw is accepted. */
  accept: boolean, } | { "do": "take_back",
  /** Ply to return to; by default the ply of the caller's last move. */
  ply?: number, } | { "do": "answer_take_back",
  /** Version of the request (`take_back.version` of the state). */
  offer: number,
  /** Whether the take-back is allowed. */
  accept: boolean, } | { "do": "pause" } | { "do": "resume" } | { "do": "step" } | { "do": "pace",
  /** Minimum time per move, in milliseconds. */
  ms: number, } | { "do": "claim" } | { "do": "restart" } | { "do": "rematch",
  /** Whether every player moves on by one seat. */
  swap?: boolean,
  /** Version of the request to accept (`rematch.version` of the state), or to counter with
 * another `swap`. If missing, a pending request of another player is accepted with its
 * `swap`. */
  offer?: number, } | { "do": "decline_rematch",
  /** Version of the request (`rematch.version` of the state). */
  offer: number, };

/** Reason why an analysis ended. */
export type AnalysisEnd = "time" | "settled" | "stopped";

/** Principal variation with its score for the player to move. */
export type AnalysisLine = {
  /** Score in hundredths of a piece; missing if the result is known. */
  score?: number,
  /** Plies until the win (positive) or the loss (0 or negative); missing if the result is
 * unknown. */
  mate?: number,
  /** Moves as text. */
  moves: Array<string>,
  /** Moves in human notation. */
  display: Array<string>, };

/** Request to analyse a position. */
export type AnalysisRequest = {
  /** Number of principal variations, from 1 to 5. */
  lines?: number,
  /** Search time in milliseconds, at most 30,000. */
  time?: number,
  /** Game id in the catalogue. */
  game: string,
  /** Options, such as `layers=5,flying=off`, or the name of a preset. */
  rules?: string,
  /** Start position as text; the usual one if missing. */
  position?: string,
  /** Moves from there, in any notation that players of the game use. */
  moves?: Array<string>, };

/** Page of the archive. */
export type ArchivePage = {
  /** Games of this page. A page may be short or even empty although more follow, because the
 * number of games examined per page is bounded. */
  games: Array<Summary>,
  /** Cursor for the next page; missing after the last page. */
  next: string | null, };

/** Backup of the database. */
export type Backup = {
  /** Name of the file. */
  name: string,
  /** Size in bytes. */
  bytes: number,
  /** Time of creation, in milliseconds since 1970. */
  at: number, };

/** Backups of the database. */
export type Backups = {
  /** Whether a backup is in progress. */
  running: boolean,
  /** Error of the last backup; missing if it succeeded. */
  error?: string,
  /** Available backups, latest first. */
  files: Array<Backup>, };

/** Variation that is better than the move played. */
export type BetterLine = {
  /** Moves as text, from the position before the move played. */
  moves: Array<string>,
  /** Moves in human notation. */
  display: Array<string>, };

/** Empty board; constant during a game. */
export type Board = {
  /** Cells; all other fields refer to a cell by its index here. */
  cells: Array<Cell>,
  /** Pairs of adjacent cells. */
  links: Array<[number, number]>,
  /** Whether the links are drawn as lines. */
  lined: boolean,
  /** Coordinates drawn beside the board. */
  labels: Array<Label>,
  /** Step in degrees by which the board can be rotated; `null` if it has a fixed orientation. */
  turning: number | null, };

/** Reason why the server ends a connection. */
export type ByeReason = "shutdown" | "too_slow" | "flood" | "too_large" | "crowded" | "signed_out";

/** Cell of the board. */
export type Cell = {
  /** Name in notation. */
  name: string,
  /** Distance from the left; adjacent cells are 1 apart. */
  x: number,
  /** Distance from the top. */
  y: number,
  /** `square`, `hole` or `point`. */
  shape: string,
  /** Role of the cell, such as `dark` or `camp`; empty for a plain cell. */
  zone: string, };

/** Choice of a cell or of a kind of piece. */
export type Choice = { "cell": number } | { "kind": string };

/** Time control. */
export type Clock = { "kind": "none" } | { "kind": "increment",
  /** Initial time in milliseconds. */
  main: number,
  /** Increment per move in milliseconds. */
  add: number, } | { "kind": "delay",
  /** Initial time in milliseconds. */
  main: number,
  /** Delay per move in milliseconds, during which the clock does not run. */
  free: number, } | { "kind": "move",
  /** Time per move in milliseconds. */
  each: number, } | { "kind": "days",
  /** Days per move, from 1 to 30. */
  days: number, };

/** Clock readings. */
export type ClockState = {
  /** Milliseconds left by seat, at time `at`. */
  left: Array<number>,
  /** Seat whose clock is running. */
  running: number | null,
  /** Time of the reading, in milliseconds since 1970. */
  at: number, };

/** Error code. */
export type Code = "bad_request" | "too_large" | "too_slow" | "bad_text" | "unknown_game" | "not_found" | "bad_method" | "private" | "no_identity" | "foreign_origin" | "too_many" | "too_many_games" | "too_many_studies" | "too_often" | "not_your_seat" | "not_your_turn" | "stale_ply" | "stale" | "illegal_move" | "under_way" | "no_hints" | "hints_spent" | "bad_clock" | "over" | "not_started" | "paused" | "full" | "closed" | "nothing" | "not_allowed" | "too_early" | "no_time" | "bad_name" | "name_taken" | "weak_password" | "bad_login" | "bad_code" | "banned" | "opening_closed" | "registered_only" | "removed" | "busy" | "queue_full" | "storage" | "closing";

/** Game found by its short code. */
export type CodedGame = {
  /** Id of the game. */
  id: string,
  /** Secret key of the invitation, for unlisted games. */
  key?: string, };

/** Action as sent by a client. */
export type Command = {
  /** Idempotency key chosen by the client, at most 64 bytes. A repeated id of the same person in
 * the same game returns the first answer without a second effect, so that a client can safely
 * retry. */
  id?: string, } & ({ "do": "sit",
  /** Requested seat; any free seat if missing. */
  seat?: number, } | { "do": "stand" } | { "do": "fill",
  /** Seat of the computer. */
  seat: number,
  /** Kind of computer; the default kind if missing. */
  kind?: string,
  /** Level from 1 to 10. */
  level: number, } | { "do": "close" } | { "do": "move",
  /** Number of plies played before the move; a move for another ply is rejected. */
  ply: number,
  /** Any version since the position last changed; the move is rejected if the position has
 * changed since. Without it, a delayed duplicate of a move that was taken back counts as a
 * new move. */
  version?: number,
  /** Move as text. */
  text: string, } | { "do": "resign",
  /** Seat that resigns, if the person has several. */
  seat?: number, } | { "do": "leave" } | { "do": "abort" } | { "do": "offer_draw",
  /** Seat that offers, if the person has several; by default the seat to move. */
  seat?: number, } | { "do": "answer_draw",
  /** Version of the offer (`draw_version` of the state). */
  offer: number,
  /** Whether the draw is accepted. */
  accept: boolean, } | { "do": "take_back",
  /** Ply to return to; by default the ply of the caller's last move. */
  ply?: number, } | { "do": "answer_take_back",
  /** Version of the request (`take_back.version` of the state). */
  offer: number,
  /** Whether the take-back is allowed. */
  accept: boolean, } | { "do": "pause" } | { "do": "resume" } | { "do": "step" } | { "do": "pace",
  /** Minimum time per move, in milliseconds. */
  ms: number, } | { "do": "claim" } | { "do": "restart" } | { "do": "rematch",
  /** Whether every player moves on by one seat. */
  swap?: boolean,
  /** Version of the request to accept (`rematch.version` of the state), or to counter with
 * another `swap`. If missing, a pending request of another player is accepted with its
 * `swap`. */
  offer?: number, } | { "do": "decline_rematch",
  /** Version of the request (`rematch.version` of the state). */
  offer: number, });

/** Computer opponent. */
export type ComputerName = {
  /** Name of the kind in the catalogue. */
  kind: string,
  /** Level from 1 to 10. */
  level: number, };

/** Counter shown beside the board. */
export type Counter = {
  /** Name of the counted quantity. */
  name: string,
  /** Seat that it applies to; `null` for all. */
  seat: number | null,
  /** Current value. */
  value: number,
  /** Value with an effect on the game. */
  limit: number | null,
  /** Whether the value is close to the limit. */
  warn: boolean,
  /** Kind of the counted pieces, if the counter can be drawn as pieces. */
  piece?: string, };

/** Login name and password. */
export type Credentials = {
  /** Login name. */
  login: string,
  /** Password of 8 to 200 characters. */
  password: string, };

/** Current state and position of a game, sent with rejected actions. */
export type Current = {
  /** Current state. */
  state: GameState,
  /** Current position. */
  view: View, };

/** Game that cannot be loaded because its stored data is invalid. */
export type DamagedGame = {
  /** Id of the game. */
  id: string,
  /** Time when the damage was found, in milliseconds since 1970. */
  at: number,
  /** Error message of the server. */
  reason: string, };

/** Reason of a withdrawal. */
export type Departure = "resigned" | "time_out" | "left";

/** Data for a localised error text beyond the code. */
export type Details = {
  /** Seat concerned, such as the player who moved first. */
  seat?: number,
  /** Part of the text that cannot be parsed, such as the name of an option. */
  part?: string,
  /** Text found there, shortened. */
  found?: string,
  /** Expected text. */
  expected?: string,
  /** Line of the text, from 1. */
  line?: number,
  /** Column in the line, in characters, from 1. */
  column?: number, };

/** One-time code that signs in another device. */
export type DeviceCode = {
  /** Eight letters and digits, typed on the other device or scanned as a QR code. Valid once. */
  code: string,
  /** Expiry time in milliseconds since 1970. */
  until: number, };

/** Answer to an action that was carried out and stored. */
export type Done = {
  /** Version of the last event caused by the action. */
  version: number, };

/** Game in the catalogue. */
export type Entry = {
  /** Id, as in `game` of a new game. */
  id: string,
  /** Display name. */
  title: string,
  /** Short description. */
  about: string,
  /** Options of the rules. */
  options: Array<Option>,
  /** Named sets of options. */
  presets: Array<Preset>,
  /** Seats with the default options. */
  seats: Array<Seat>,
  /** Kinds of computers, the default first. */
  kinds: Array<Kind>,
  /** Middle-game position with the default rules, for illustrations. */
  scene?: string, };

/** Moves played in a position. */
export type Explored = {
  /** Moves, most played first. Only the first `plies` plies of each game are indexed. */
  moves: Array<ExploredMove>,
  /** Latest games on this site in which the position occurred. */
  games: Array<Summary>,
  /** Number of plies indexed per game. */
  plies: number, };

/** Move played in a position. */
export type ExploredMove = {
  /** Move as text. */
  text: string,
  /** Move in human notation. */
  display: string,
  /** Other moves, as text, that lead to the same position by symmetry and are counted with this
 * one. */
  same?: Array<string>,
  /** Results of games on this site. */
  site: Tally,
  /** Results of the bundled games between strong computers. */
  engine: Tally, };

/** Request to delete the caller's account. */
export type Farewell = {
  /** Password; required if the account has one. */
  password?: string, };

/** Error answer. */
export type Fault = {
  /** Error code. */
  code: Code,
  /** Error message, in English. */
  message: string,
  /** Current game state, if the error concerns a game. */
  current?: Current,
  /** Seconds to wait before a retry, if a retry can succeed. */
  retry_after?: number,
  /** Seat concerned, such as the player who moved first. */
  seat?: number,
  /** Part of the text that cannot be parsed, such as the name of an option. */
  part?: string,
  /** Text found there, shortened. */
  found?: string,
  /** Expected text. */
  expected?: string,
  /** Line of the text, from 1. */
  line?: number,
  /** Column in the line, in characters, from 1. */
  column?: number, };

/** Opening that a person played several times. */
export type FavouriteOpening = {
  /** Moves, as text, of the latest game with this opening. Transpositions and symmetric positions
 * count as the same opening. */
  moves: Array<string>,
  /** Moves in human notation. */
  display: Array<string>,
  /** Rules of that game. */
  rules: string,
  /** Results of games with this opening. */
  score: Score, };

/** Entry of a game file, for selection. */
export type FileGame = {
  /** Game id in the catalogue; empty if the entry cannot be parsed. */
  game: string,
  /** Names of the players in seat order. */
  players: Array<string>,
  /** Date as written in the file. */
  date?: string,
  /** Event of the game, or title of the study. */
  event?: string,
  /** Result as written in the file. */
  result: string,
  /** Number of moves of the main line. */
  moves: number,
  /** Parse error, if any. */
  fault?: Fault, };

/** Position of a played game, without its legal moves. */
export type Frame = {
  /** Number of plies played. */
  ply: number,
  /** The position. */
  view: View, };

/** Message from a client. */
export type FromClient = { "type": "watch",
  /** Id of the game. */
  id: string,
  /** Secret key of the invitation, for unlisted games. */
  key?: string,
  /** Last version that the client has received. */
  since?: number, } | { "type": "unwatch",
  /** Id of the game. */
  id: string, } | { "type": "act",
  /** Id of the game. */
  id: string,
  /** Secret key of the invitation, for unlisted games. */
  key?: string,
  /** Action with its optional id. */
  action: Command, } | { "type": "hint",
  /** Id of the game. */
  id: string, } | { "type": "lobby",
  /** Whether to subscribe. */
  on: boolean, } | { "type": "analyse" } & AnalysisRequest | { "type": "stop_analysis", } | { "type": "report",
  /** Id of the game. */
  id: string,
  /** Secret key of the invitation, for unlisted games. */
  key?: string, } | { "type": "ping", };

/** Short code of a game, for manual entry. */
export type GameCode = {
  /** Letters of the code. */
  code: string, };

/** Event of a game. */
export type GameEvent = { "kind": "created",
  /** Setup of the game. */
  setup: Setup, } | { "kind": "seated",
  /** Seat taken. */
  seat: number,
  /** New occupant. */
  occupant: Occupant, } | { "kind": "stood",
  /** Seat vacated. */
  seat: number, } | { "kind": "started" } | { "kind": "moved",
  /** Seat that moved. */
  seat: number,
  /** Number of plies played before the move. */
  ply: number,
  /** Move as text. */
  text: string,
  /** Move in human notation. */
  display: string,
  /** Milliseconds left on the mover's clock after the move. */
  left?: number, } | { "kind": "withdrew",
  /** Seat that is out. */
  seat: number,
  /** Reason of the withdrawal. */
  reason: Departure, } | { "kind": "draw_offered",
  /** Seat that offered or accepted. */
  seat: number, } | { "kind": "draw_declined",
  /** Seat that declined, or withdrew its offer. */
  seat: number, } | { "kind": "take_back_asked",
  /** Seat that asks. */
  seat: number,
  /** Ply to return to. */
  ply: number, } | { "kind": "take_back_declined",
  /** Seat that refused or withdrew. */
  seat: number, } | { "kind": "took_back",
  /** Number of plies left. */
  ply: number,
  /** Milliseconds left on the clock of each seat afterwards. */
  left?: Array<number>, } | { "kind": "paused",
  /** Milliseconds left on the clock of the player to move. */
  left?: number, } | { "kind": "resumed" } | { "kind": "credited",
  /** Credited time in milliseconds. */
  ms: number, } | { "kind": "hinted",
  /** Seat that used the hint. */
  seat: number, } | { "kind": "paced",
  /** Minimum time per move, in milliseconds. */
  ms: number, } | { "kind": "ended",
  /** Outcome of the game. */
  outcome: Outcome,
  /** Seat that aborted or abandoned the game, if a player did. */
  by?: number, } | { "kind": "rematch_offered",
  /** Id of the person. */
  person: string,
  /** Whether every player moves on by one seat. */
  swap: boolean, } | { "kind": "rematch_declined",
  /** Id of the person. */
  person: string, } | { "kind": "rematch",
  /** Id of the new game. */
  id: string, } | { "kind": "closed" };

/** Game file to import. */
export type GameFile = {
  /** Contents of the file. */
  text: string,
  /** Game id, if the file does not name the game. */
  game?: string,
  /** Index of the game in a file of several games, from 0. */
  pick?: number, };

/** Computer analysis of a game. */
export type GameReport = {
  /** Format version; reports of an older version are computed again. */
  format: number,
  /** Winning chances by seat, at the start and after each ply; each entry sums to 1. */
  chances: Array<Array<number>>,
  /** Moves in order. */
  moves: Array<JudgedMove>,
  /** Accuracy by seat, from 0 to 100; `null` for a seat without moves. */
  accuracy: Array<number | null>,
  /** Plies of the moves that changed the leader or lost the game, in order. */
  turning_points: Array<number>, };

/** Results of a person in one game of the catalogue. */
export type GameResults = {
  /** Game id in the catalogue. */
  game: string,
  /** Results of games that were played to the end. */
  score: Score,
  /** Accuracy in games that have a report, oldest first. */
  accuracy: Array<AccuracyPoint>,
  /** Most frequent openings. */
  openings: Array<FavouriteOpening>, };

/** State of a game without the board. */
export type GameState = {
  /** Version of the last event. */
  version: number,
  /** Phase of the game. */
  phase: Phase,
  /** Number of plies played. */
  ply: number,
  /** Seat to move; `null` unless the game is being played. */
  turn: number | null,
  /** Seats and their occupants. */
  seats: Array<SeatState>,
  /** Clock readings; `null` without a time control. */
  clock: ClockState | null,
  /** Whether the game is paused. */
  paused: boolean,
  /** Minimum time per computer move in milliseconds. */
  pace: number,
  /** Seats that offer a draw. */
  draw_offers: Array<number>,
  /** Version of the oldest of these offers; answers refer to it. */
  draw_version: number | null,
  /** Pending take-back request. */
  take_back: TakeBackState | null,
  /** Pending rematch request. */
  rematch: RematchState | null,
  /** Hints left by seat, if the number of hints is limited. */
  hints_left?: Array<number>,
  /** Outcome, if the game is over. */
  outcome: Outcome | null,
  /** Id of the rematch. */
  next: string | null, };

/** Pieces still to be placed. */
export type Hand = {
  /** Seat of the owner. */
  seat: number,
  /** Kind, such as `man`. */
  kind: string,
  /** Number of pieces left. */
  count: number,
  /** Number of pieces at the start. */
  whole: number, };

/** Game removed from the caller's lists. */
export type Hidden = {
  /** Id of the game. */
  id: string, };

/** Entry of the log of the host's actions. */
export type HostDeed = {
  /** Time in milliseconds since 1970. */
  at: number,
  /** Action: `remove_game`, `rename`, `ban`, `unban`, `remove_person`, `defaults`, `backup`,
 * `remove_backup` or `retry_game`. */
  act: string,
  /** Subject of the action, such as a person or a game. */
  about: string, };

/** New name and picture of the caller. */
export type Introduction = {
  /** Display name; if it is missing, a guest gets a generated one. */
  name?: string,
  /** Seed of the generated picture: 1 to 24 letters and digits. */
  picture?: string, };

/** Move with its judgement. */
export type JudgedMove = {
  /** Number of the ply, 1 for the first. */
  ply: number,
  /** Seat that moved. */
  seat: number,
  /** Move in human notation. */
  display: string,
  /** Judgement of the move. */
  judgement: Judgement,
  /** Winning chance of the player with the best move, from 0 to 1; a draw counts 1/2. With more
 * than two players, the chance against the mean of the others. */
  before: number,
  /** Winning chance after the move played. */
  after: number,
  /** Whether both chances are exact, from a tablebase. */
  exact?: boolean,
  /** Better variation; missing if the move was the best. */
  better?: BetterLine, };

/** Judgement of a move by the loss of winning chance. */
export type Judgement = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** Stored study. */
export type KeptStudy = {
  /** Secret id: grants read access to the study. */
  id: string,
  /** Title of the study. */
  title: string,
  /** Game id in the catalogue. */
  game: string,
  /** Name of the owner. */
  owner: string,
  /** Whether the study belongs to the caller. */
  mine: boolean,
  /** Version, incremented with each save. */
  version: number,
  /** Time of the last save, in milliseconds since 1970. */
  updated: number,
  /** Contents; missing in lists. */
  study?: Study, };

/** Kind of computer. */
export type Kind = {
  /** Name of the kind. */
  name: string,
  /** Short description. */
  about: string,
  /** `false` if the kind is not available here; missing otherwise. */
  available?: boolean,
  /** Missing requirement: `database`. */
  reason?: string, };

/** Coordinate drawn beside the board. */
export type Label = {
  /** Text of the label. */
  text: string,
  /** Distance from the left. */
  x: number,
  /** Distance from the top. */
  y: number, };

/** Entry of a leaderboard. */
export type Leader = {
  /** The person. */
  person: Person,
  /** Rating of the person. */
  rating: Rating, };

/** Leaderboard of a game and pace. */
export type Leaders = {
  /** Entries, best first, without provisional ratings. */
  people: Array<Leader>,
  /** Whether more entries follow. */
  more: boolean,
  /** Rating of the caller; `null` for an unrated caller. */
  mine: Rating | null,
  /** Points of the computer's levels, from level 1, for comparison. */
  levels: Array<number>, };

/** Piece that was lost. */
export type Lost = {
  /** Seat of the former owner. */
  seat: number,
  /** Kind, such as `knight`. */
  kind: string, };

/** Game that was created. */
export type Made = {
  /** Id of the game. */
  id: string,
  /** Secret key of the invitation; part of `link`. */
  key: string,
  /** Invitation link: others can watch the game, and join if a seat is free. */
  link: string, };

/** The caller's identity. */
export type Me = {
  /** Permanent id. */
  id: string,
  /** Display name. */
  name: string,
  /** Seed of the generated picture. */
  picture: string,
  /** Login name; `null` for guests. */
  login: string | null, };

/** Pieces of one owner and kind. */
export type Men = {
  /** Seat of the owner. */
  seat: number,
  /** Kind, such as `knight` or `marble`. */
  kind: string,
  /** Colour, if it differs from the seat's. */
  tone?: string,
  /** Cells of the pieces. */
  cells: Array<number>, };

/** Ply at which an analysis of the game should start. */
export type Moment = {
  /** Number of plies played: the first turning point, else the ply before the last move; in a
 * running game, the current ply. */
  ply: number,
  /** Whether the next move is the first turning point of the report. */
  turning: boolean, };

/** Legal move. To enter it, select the cells of `from` in any order (none for a placement), then
 * `to`, then each choice of `more`. */
export type Move = {
  /** Move as text, as sent in an action. */
  text: string,
  /** Move in human notation. */
  display: string,
  /** Cells of the selected pieces. */
  from?: Array<number>,
  /** Target cell; missing for a pass. */
  to?: number,
  /** Further choices that complete the move. */
  more?: Array<Choice>,
  /** Intermediate cells of a move that is not straight. */
  path?: Array<number>,
  /** From and to cell of every piece that moves. */
  shifts?: Array<[number, number]>,
  /** Cells of captured pieces. */
  captures?: Array<number>,
  /** Rows of pieces completed by the move, each from end to end. */
  lines?: Array<Array<number>>, };

/** Tablebase result of a move. */
export type MoveVerdict = {
  /** Move as text. */
  text: string,
  /** Outcome for the player to move. */
  value: VerdictValue,
  /** Plies until the winner's next irreversible move; `null` in a draw. */
  distance: number | null, };

/** Game to create. */
export type NewGame = {
  /** Occupants in the order of play, one entry per seat of the game. */
  seats: Array<Plan>,
  /** Whether the entries of `seats` are assigned at random. */
  shuffle?: boolean,
  /** Time control. */
  clock?: Clock,
  /** Whether the game is public: listed in the lobby and open to spectators. Otherwise it needs
 * the link. */
  listed?: boolean,
  /** Name of the lobby. */
  name?: string,
  /** Minimum time per computer move in milliseconds, so that people can follow. */
  pace?: number,
  /** Whether computers imitate the thinking time of a person. */
  leisure?: boolean,
  /** Whether players may ask for hints. By default yes, unless seats are open for other people. */
  hints?: boolean,
  /** Number of hints per seat, from 1 to 99; unlimited if missing. */
  hint_budget?: number,
  /** Whether the game is rated. Requires two players, the default rules and start, no hints, and
 * two people with a password, or one of them and the default computer. */
  rated?: boolean,
  /** Game id in the catalogue. */
  game: string,
  /** Options, such as `layers=5,flying=off`, or the name of a preset. */
  rules?: string,
  /** Start position as text; the usual one if missing. */
  position?: string,
  /** Moves from there, in any notation that players of the game use. */
  moves?: Array<string>, };

/** Password change. */
export type NewPassword = {
  /** Current password. */
  old: string,
  /** New password of 8 to 200 characters. */
  new: string,
  /** Whether tokens stay valid. */
  keep_tokens: boolean, };

/** Study to store. */
export type NewStudy = {
  /** Title of the study. */
  title: string,
  /** Contents of the study. */
  study: Study,
  /** Version that the changes are based on, when an existing study is replaced. */
  version?: number, };

/** Token to create. */
export type NewToken = {
  /** Short description. */
  label: string,
  /** Permissions; all if missing. */
  scopes: Array<Scope>, };

/** Occupant of a seat. */
export type Occupant = { "who": "person",
  /** Id of the person. */
  id: string,
  /** Name on this seat. */
  name: string,
  /** Seed of the person's picture; missing for another player on the same screen, who uses
 * the seat under a separate name. */
  picture?: string, } | { "who": "computer",
  /** Name of the kind in the catalogue. */
  kind: string,
  /** Level from 1 to 10. */
  level: number, } | { "who": "stranger",
  /** Name in the file. */
  name: string, };

/** Group of people who may create games. */
export type Opening = "everybody" | "registered" | "nobody";

/** Results of a person against one opponent. */
export type OpponentResults = {
  /** Opponent, if a person. */
  person: Person | null,
  /** Opponent, if a computer. */
  computer: ComputerName | null,
  /** Results of their games. */
  score: Score, };

/** Option of the rules. */
export type Option = {
  /** Name in option texts. */
  name: string,
  /** Short description. */
  about: string,
  /** Allowed values. */
  values: Values,
  /** Default value. */
  default: string,
  /** Whether the start position depends on the value, so that a picture can show it. */
  pictured?: boolean, };

/** Outcome of a game. */
export type Outcome = {
  /** Seat of the winner; `null` for a draw or an unfinished game. */
  winner: number | null,
  /** Rank of each seat, 1 for the best; empty for an unfinished game. */
  places: Array<number>,
  /** Reason, such as `checkmate`. */
  reason: string,
  /** Outcome in words: `red wins (6 marbles)`. */
  verdict: string, };

/** Speed of a game by the expected time per player; every pace has its own ratings. */
export type Pace = "bullet" | "blitz" | "rapid" | "classical" | "correspondence" | "unlimited";

/** Public data of a person. */
export type Person = {
  /** Permanent id. */
  id: string,
  /** Display name. */
  name: string,
  /** Seed of the generated picture; empty in games stored before pictures existed. */
  picture: string, };

/** Phase of a game. */
export type Phase = "open" | "playing" | "ended" | "closed";

/** Piece on the board. */
export type Piece = {
  /** Index of the cell. */
  cell: number,
  /** Seat of the owner. */
  seat: number,
  /** Kind, such as `knight` or `marble`. */
  kind: string,
  /** Colour, if it differs from the seat's. */
  tone?: string, };

/** Planned occupant of a seat. */
export type Plan = { "who": "me",
  /** Name on this seat; by default the creator's name. */
  name?: string, } | { "who": "open" } | { "who": "computer",
  /** Name of the kind in the catalogue; the default kind if missing. */
  kind?: string,
  /** Level from 1 to 10. */
  level: number, };

/** Valid position with all data needed to show it. */
export type PositionReport = {
  /** Complete options. */
  rules: string,
  /** Seats of the game. */
  seats: Array<Seat>,
  /** Empty board. */
  board: Board,
  /** Steps from the start position. */
  steps: Array<Step>,
  /** The position. */
  view: View,
  /** Outcome, if the game is over. */
  outcome: Outcome | null,
  /** The position with the other player to move, for the analysis of threats. Missing if a pass
 * could be an advantage. */
  passed?: string, };

/** Position given by a game and optional rules, start and moves. */
export type PositionRequest = {
  /** Game id in the catalogue. */
  game: string,
  /** Options, such as `layers=5,flying=off`, or the name of a preset. */
  rules?: string,
  /** Start position as text; the usual one if missing. */
  position?: string,
  /** Moves from there, in any notation that players of the game use. */
  moves?: Array<string>, };

/** Position with all data needed to edit it. */
export type PositionSetup = {
  /** Complete options. */
  rules: string,
  /** Seats of the game. */
  seats: Array<Seat>,
  /** Empty board. */
  board: Board,
  /** Pieces that can be put on a cell. */
  men: Array<SetupMan>,
  /** Fields of the position other than the cells. */
  fields: Array<SetupField>,
  /** One letter per cell, a space for an empty cell. */
  cells: string,
  /** Position as text. */
  position: string,
  /** Reason why the position is invalid; missing if it is valid. */
  fault?: Fault, };

/** Connected players and spectators; derived from connections, not stored. */
export type Presence = {
  /** Whether the player is connected, by seat; computers always are. */
  connected: Array<boolean>,
  /** Number of spectators. */
  spectators: number,
  /** Start of the player's absence by seat, in milliseconds since 1970; `null` while present. */
  away_since: Array<number | null>,
  /** Milliseconds of absence after which the others may claim the win; `null` if no one may. */
  grace: number | null, };

/** Named set of options. */
export type Preset = {
  /** Name of the preset. */
  name: string,
  /** Short description. */
  about: string,
  /** Options that it sets, as text. */
  rules: string,
  /** Seats with these options. */
  seats: Array<Seat>, };

/** Profile, computed from the latest 2,000 games. For other viewers it covers only public data. */
export type Profile = {
  /** Owner of the profile. */
  person: Person,
  /** Whether the person has a password. Profiles of guests are visible only to themselves. */
  registered: boolean,
  /** Time of the first visit, in milliseconds since 1970. */
  since: number,
  /** Whether this is the caller's profile. */
  me: boolean,
  /** Ratings, if the site shows ratings. */
  ratings: Array<RatingHistory>,
  /** Results by game, most played first. */
  games: Array<GameResults>,
  /** Most frequent opponents. */
  opponents: Array<OpponentResults>, };

/** Result of a puzzle attempt. */
export type PuzzleAttempt = {
  /** Id of the puzzle. */
  puzzle: string,
  /** Whether it was solved at the first try. */
  solved: boolean, };

/** Puzzle rating and results of a person in one game. */
export type PuzzleStanding = {
  /** Glicko-2 points; a person with the points of a puzzle solves it with probability 1/2. */
  rating: number,
  /** Rating deviation: the 95% confidence interval is ± 2 deviations. */
  deviation: number,
  /** Number of puzzles tried. */
  tried: number,
  /** Number of puzzles solved at the first try. */
  solved: number,
  /** Length of the current streak of solved puzzles. */
  streak: number,
  /** Length of the longest streak. */
  longest: number,
  /** Ids of the puzzles tried; each puzzle counts once. */
  done: Array<string>, };

/** Glicko-2 rating of a person in one game at one pace. */
export type Rating = {
  /** Points; a player with 200 points more is expected to score 3/4. */
  points: number,
  /** Rating deviation: the 95% confidence interval is ± 2 deviations. */
  deviation: number,
  /** Whether the deviation is too large for the leaderboard. */
  provisional: boolean,
  /** Number of rated games; 0 for a computer, whose rating is fixed. */
  games: number, };

/** Rating and its history. */
export type RatingHistory = {
  /** Game id in the catalogue. */
  game: string,
  /** Pace of the rated games. */
  pace: Pace,
  /** Current rating. */
  rating: Rating,
  /** Rating changes, oldest first. */
  points: Array<RatingPoint>, };

/** Rating at a point in time. */
export type RatingPoint = {
  /** Time of the change, in milliseconds since 1970. */
  at: number,
  /** Points after the change. */
  points: number, };

/** Addresses at which others reach this site. */
export type Reach = {
  /** Whether the host has configured a public address. */
  public: boolean,
  /** Addresses such as `http://192.168.1.20:8080`, most likely first; empty if the server listens
 * only on the loopback interface. */
  addresses: Array<string>, };

/** Pasted text: a game file, a list of moves, or a position. */
export type ReadText = {
  /** The text. */
  text: string,
  /** Index of the game in a file of several games, from 0. */
  pick?: number,
  /** Game id in the catalogue. */
  game: string,
  /** Options, such as `layers=5,flying=off`, or the name of a preset. */
  rules?: string,
  /** Start position as text; the usual one if missing. */
  position?: string,
  /** Moves from there, in any notation that players of the game use. */
  moves?: Array<string>, };

/** Event with its version and time. */
export type Recorded = {
  /** Version: 1 for the first event of a game, increasing without gaps. */
  version: number,
  /** Time in milliseconds since 1970. */
  at: number,
  /** The event. */
  event: GameEvent, };

/** Pending rematch request. */
export type RematchState = {
  /** Whether every player moves on by one seat. */
  swap: boolean,
  /** Ids of the people who agreed. */
  agreed: Array<string>,
  /** Version of the request; answers refer to it. */
  version: number, };

/** Compact picture of a board for lists. */
export type Scene = {
  /** Pieces, grouped by owner and kind. */
  men: Array<Men>,
  /** Last move. */
  last?: Move, };

/** Permission of a token. Every token may read what its owner may see; no token may change the
 * account. */
export type Scope = "read" | "play" | "study";

/** Results of a person. */
export type Score = {
  /** Number of wins. */
  won: number,
  /** Number of draws. */
  drawn: number,
  /** Number of losses. */
  lost: number, };

/** Seat of a game. */
export type Seat = {
  /** Name of the seat, such as `white`. */
  name: string,
  /** Whether the name is a plural ("attackers win", but "white wins"). */
  plural?: boolean,
  /** Colour of the pieces. */
  tone: string,
  /** Kind of piece that represents the player in lists. */
  piece: string,
  /** Clockwise rotation of the board for this seat, in degrees. */
  degrees: number, };

/** Rating of a player in a game. */
export type SeatRating = {
  /** Rating change by the game, if it was rated and is over. */
  change?: number,
  /** Points; a player with 200 points more is expected to score 3/4. */
  points: number,
  /** Rating deviation: the 95% confidence interval is ± 2 deviations. */
  deviation: number,
  /** Whether the deviation is too large for the leaderboard. */
  provisional: boolean,
  /** Number of rated games; 0 for a computer, whose rating is fixed. */
  games: number, };

/** Seat and its occupant. */
export type SeatState = {
  /** Name of the seat, such as `white`. */
  name: string,
  /** Whether the name is a plural ("attackers win", but "white wins"). */
  plural?: boolean,
  /** Colour of the pieces. */
  tone: string,
  /** Kind of piece that represents the player in lists. Missing, like `degrees`, in archived
 * summaries from before the field existed. */
  piece: string,
  /** Clockwise rotation of the board for this seat, in degrees. */
  degrees: number,
  /** Occupant; `null` for a free seat. */
  occupant: Occupant | null,
  /** Whether the player is out while others continue. */
  out: boolean, };

/** Session of the caller. */
export type Session = {
  /** Id of the session. */
  id: string,
  /** Browser and system that opened the session; empty if unknown. */
  label: string,
  /** Time of creation, in milliseconds since 1970. */
  created: number,
  /** Time of the last use, rounded to the hour, in milliseconds since 1970. */
  seen: number,
  /** Whether the request belongs to this session. */
  current: boolean, };

/** Setup of a game; constant during the game. */
export type Setup = {
  /** Game id in the catalogue. */
  game: string,
  /** Complete options. */
  rules: string,
  /** Start position as text; the usual one if missing. */
  position?: string,
  /** Initial occupants by seat; `null` for an open seat. */
  seats: Array<Occupant | null>,
  /** Time control. */
  clock: Clock,
  /** Whether the game is in the public lists. */
  listed: boolean,
  /** Name of the lobby. */
  name?: string,
  /** Minimum time per computer move in milliseconds. */
  pace: number,
  /** Whether computers imitate the thinking time of a person. */
  leisure: boolean,
  /** Whether players may ask for hints. */
  hints: boolean,
  /** Number of hints per seat; unlimited if missing. */
  hint_budget?: number,
  /** Whether the game is rated. */
  rated?: boolean,
  /** Creator; `null` for imported games without an owner. */
  host: Person | null, };

/** Field of a position other than its cells. */
export type SetupField = {
  /** Name, such as `side to move`. */
  name: string,
  /** Seat that it applies to, if every seat has one. */
  seat?: number,
  /** Allowed values. */
  kind: SetupKind,
  /** Current value. */
  value: string, };

/** Allowed values of a field. */
export type SetupKind = { "kind": "turn",
  /** Letters in seat order. */
  letters: Array<string>, } | { "kind": "count",
  /** Smallest value. */
  least: number,
  /** Largest value. */
  most: number, } | { "kind": "letters",
  /** Allowed letters. */
  letters: string, } | { "kind": "cell" } | { "kind": "kept" };

/** Piece that can be put on a cell. */
export type SetupMan = {
  /** Letter in position texts. */
  letter: string,
  /** Seat of the owner. */
  seat: number,
  /** Kind, such as `knight`. */
  kind: string,
  /** Colour, if it differs from the seat's. */
  tone?: string, };

/** Editor position to load: a text, edited cells and fields, or the start position. */
export type SetupRequest = {
  /** Game id in the catalogue. */
  game: string,
  /** Options; empty for the default rules. */
  rules?: string,
  /** Position as text. */
  position?: string,
  /** One letter per cell, a space for an empty cell. */
  cells?: string,
  /** Values of the fields; used with `cells`. */
  values?: Array<string>, };

/** Code entered on another device. */
export type ShownCode = {
  /** The code; case, spaces and hyphens are ignored. */
  code: string, };

/** Site-wide defaults. Missing fields have their built-in values. */
export type SiteDefaults = {
  /** Group of people who may create games. */
  opening?: Opening,
  /** Message of the host on the home page. */
  message?: string,
  /** Default level of the computer. */
  level?: number,
  /** Default colour theme of the pages, by name. */
  theme?: string,
  /** Default board material, by its name on the pages. */
  boards?: string,
  /** Seconds of absence after which the others may claim the win. */
  grace?: number,
  /** Whether ratings and leaderboards are disabled. */
  no_ratings?: boolean,
  /** Whether leaderboards are disabled although ratings are enabled. */
  no_leaders?: boolean,
  /** Whether profiles are visible only to their owners. */
  no_profiles?: boolean, };

/** Person as shown to the host. */
export type SitePerson = {
  /** Permanent id. */
  id: string,
  /** Display name. */
  name: string,
  /** Login name; `null` for guests. */
  login: string | null,
  /** Time of the first visit, in milliseconds since 1970. */
  created: number,
  /** Time of the last visit, rounded to the hour; `null` without a session. */
  seen: number | null,
  /** Number of games created or played, capped at 1,000. */
  games: number,
  /** Reason of the ban; missing if not banned. */
  banned?: string, };

/** Complete game, as sent to a client. */
export type Snapshot = {
  /** Id of the game. */
  id: string,
  /** Setup of the game. */
  setup: Setup,
  /** Empty board. */
  board: Board,
  /** All steps played. */
  steps: Array<Step>,
  /** Current state. */
  state: GameState,
  /** Current position. */
  view: View,
  /** Connected players and spectators. */
  presence: Presence,
  /** Seats that belong to the caller. */
  mine: Array<number>,
  /** Secret key of the invitation to an unlisted game; sent only to its players. */
  key?: string, };

/** Result of the integrity check. */
export type Soundness = "checking" | "sound" | "damaged" | "unknown";

/** Step of a game: a ply in its history. */
export type Step = { "kind": "move",
  /** Seat that moved. */
  seat: number,
  /** Move as text, as sent in an action. */
  text: string,
  /** Move in human notation. */
  display: string,
  /** Cells of the selected pieces. */
  from?: Array<number>,
  /** Target cell; missing for a pass. */
  to?: number,
  /** Further choices that complete the move. */
  more?: Array<Choice>,
  /** Intermediate cells of a move that is not straight. */
  path?: Array<number>,
  /** From and to cell of every piece that moves. */
  shifts?: Array<[number, number]>,
  /** Cells of captured pieces. */
  captures?: Array<number>,
  /** Rows of pieces completed by the move, each from end to end. */
  lines?: Array<Array<number>>, } | { "kind": "out",
  /** Seat that is out. */
  seat: number, };

/** Health of the database. */
export type StorageHealth = {
  /** Error of the last commit; missing if it succeeded. */
  failure?: string,
  /** Free bytes on the disk of the database; missing if unknown. */
  free?: number,
  /** Result of the integrity check. */
  soundness: Soundness,
  /** Damage found, or the reason why the check failed. */
  reason?: string, };

/** Annotated tree of moves. */
export type Study = {
  /** Game id in the catalogue. */
  game: string,
  /** Options; empty for the default rules. */
  rules: string,
  /** Start position as text; the usual one if missing. */
  position: string | null,
  /** Header tags of the file: names and values. */
  tags: Array<[string, string]>,
  /** Nodes in depth-first order; the first is the root, without a move. A variation is listed to
 * its end before its alternatives, so that every parent precedes its children. */
  nodes: Array<StudyNode>, };

/** Arrow on the board; a circle if both ends are equal. */
export type StudyMark = {
  /** Colour: `G`, `R`, `Y` or `B`. */
  tone: string,
  /** Name of the first cell. */
  from: string,
  /** Name of the last cell. */
  to: string, };

/** Node of the tree: a move with the annotations of the position after it. */
export type StudyNode = {
  /** Index of the parent in `nodes`; `null` for the root. */
  parent: number | null,
  /** Move as text, or `out` and the seat that left. */
  text: string,
  /** Move in human notation; optional in requests. */
  display: string,
  /** Seat that moved; optional in requests. */
  seat: number | null,
  /** Numeric annotation glyphs as in PGN: 1 for `!`, 2 for `?`, 3 for `!!`, 4 for `??`, 5 for
 * `!?`, 6 for `?!`. */
  glyphs?: Array<number>,
  /** Comment on the position. */
  comment?: string,
  /** Arrows and circles on the board. */
  drawn?: Array<StudyMark>, };

/** Entry of a list of games. */
export type Summary = {
  /** Id of the game. */
  id: string,
  /** Game id in the catalogue. */
  game: string,
  /** Complete options. */
  rules: string,
  /** Name of the lobby. */
  name: string | null,
  /** Phase of the game. */
  phase: Phase,
  /** Seats and their occupants. */
  seats: Array<SeatState>,
  /** Time control. */
  clock: Clock,
  /** Number of plies played. */
  ply: number,
  /** Seat to move; `null` unless the game is being played. */
  turn: number | null,
  /** Outcome, if the game is over. */
  outcome: Outcome | null,
  /** Whether the game is in the public lists. */
  listed: boolean,
  /** Whether the game is rated. */
  rated?: boolean,
  /** Id of the creator. */
  host: string | null,
  /** Time of creation, in milliseconds since 1970. */
  created: number,
  /** Time of the last change, in milliseconds since 1970. */
  updated: number,
  /** Board as drawn in lists; only for games that have started. */
  scene?: Scene, };

/** Ratings of the players of a game. */
export type TableRatings = {
  /** Pace of the ratings. */
  pace: Pace,
  /** Whether the game is rated: created as rated, and every player has a rating or can get one. */
  rated: boolean,
  /** Ratings by seat; `null` for a free seat and for guests. */
  seats: Array<SeatRating | null>, };

/** Tablebase: a solved game on disk. */
export type Tablebase = {
  /** Id in URLs. */
  id: string,
  /** Game id in the catalogue. */
  game: string,
  /** Rules of the game. */
  rules: string,
  /** Display name. */
  title: string,
  /** State of the computation. */
  state: TablebaseState,
  /** Number of position indexes solved. */
  done: number,
  /** Total number of position indexes; 0 before the computation starts. */
  total: number,
  /** Size on disk in bytes. */
  bytes: number,
  /** Position indexes per second since the computation started. */
  rate?: number,
  /** Estimated seconds left. */
  left?: number,
  /** Error that ended the computation, or that makes the files unusable. */
  error?: string, };

/** Action on a tablebase. */
export type TablebaseAction = "start" | "pause";

/** Command of the host to a tablebase. */
export type TablebaseCommand = {
  /** Whether to start or pause the computation. */
  do: TablebaseAction, };

/** State of a tablebase. */
export type TablebaseState = "missing" | "partial" | "computing" | "complete";

/** Message with an optional tag chosen by the client; the answer carries the same tag. */
export type Tagged<M> = {
  /** Tag that pairs an answer with its request. */
  tag?: number, } & M;

/** Pending take-back request. */
export type TakeBackState = {
  /** Seat that asks. */
  seat: number,
  /** Ply to return to. */
  ply: number,
  /** Version of the request; answers refer to it. */
  version: number,
  /** Seats that agree, including the one that asks. */
  agreed: Array<number>, };

/** Results of a set of games. */
export type Tally = {
  /** Number of games. */
  games: number,
  /** Number of wins by seat. */
  won: Array<number>,
  /** Number of draws. */
  drawn: number, };

/** Contents of a pasted text. */
export type TextFound = { "kind": "nothing" } | { "kind": "games",
  /** Games in file order. */
  games: Array<FileGame>, } | { "kind": "study",
  /** Moves with variations and comments. */
  study: Study, } | { "kind": "position" } & PositionRequest;

/** Message from the server. */
export type ToClient = { "type": "welcome",
  /** The caller; `null` without a cookie or token, which permits only watching. */
  person: Person | null,
  /** Server time in milliseconds since 1970. */
  time: number, } | { "type": "game",
  /** Id of the game. */
  id: string,
  /** Setup of the game. */
  setup: Setup,
  /** Empty board. */
  board: Board,
  /** All steps played. */
  steps: Array<Step>,
  /** Current state. */
  state: GameState,
  /** Current position. */
  view: View,
  /** Connected players and spectators. */
  presence: Presence,
  /** Seats that belong to the caller. */
  mine: Array<number>,
  /** Secret key of the invitation to an unlisted game; sent only to its players. */
  key?: string, } | { "type": "resumed",
  /** Id of the game. */
  id: string,
  /** Events after `since`. */
  events: Array<Recorded>,
  /** All steps, from the start of the game. */
  steps: Array<Step>,
  /** Connected players and number of spectators. */
  presence: Presence,
  /** Current state. */
  state: GameState,
  /** Current position. */
  view: View, } | { "type": "event",
  /** Id of the game. */
  id: string,
  /** Step that was made, with all data needed to show it. */
  step?: Step,
  /** State after the event. */
  state: GameState,
  /** Position after the event, if it changed. */
  view?: View,
  /** Version: 1 for the first event of a game, increasing without gaps. */
  version: number,
  /** Time in milliseconds since 1970. */
  at: number,
  /** The event. */
  event: GameEvent, } | { "type": "presence",
  /** Id of the game. */
  id: string,
  /** Whether the player is connected, by seat; computers always are. */
  connected: Array<boolean>,
  /** Number of spectators. */
  spectators: number,
  /** Start of the player's absence by seat, in milliseconds since 1970; `null` while present. */
  away_since: Array<number | null>,
  /** Milliseconds of absence after which the others may claim the win; `null` if no one may. */
  grace: number | null, } | { "type": "seats",
  /** Id of the game. */
  id: string,
  /** Seats and their occupants. */
  seats: Array<SeatState>, } | { "type": "you",
  /** The caller. */
  person: Person, } | { "type": "queued",
  /** Id of the game. */
  id: string,
  /** Version of the game at which the computer waits. */
  version: number,
  /** Reason: `busy` or `queue_full`. */
  code: Code,
  /** Reason, as an English sentence. */
  message: string, } | { "type": "done",
  /** Version of the last event caused by the action. */
  version?: number, } | { "type": "error",
  /** Error code. */
  code: Code,
  /** Error message, in English. */
  message: string,
  /** Id of the game concerned. */
  id?: string,
  /** Current state of that game. */
  current?: Current,
  /** Seconds to wait before a retry, if a retry can succeed. */
  retry_after?: number,
  /** Seat concerned, such as the player who moved first. */
  seat?: number,
  /** Part of the text that cannot be parsed, such as the name of an option. */
  part?: string,
  /** Text found there, shortened. */
  found?: string,
  /** Expected text. */
  expected?: string,
  /** Line of the text, from 1. */
  line?: number,
  /** Column in the line, in characters, from 1. */
  column?: number, } | { "type": "hint",
  /** Id of the game. */
  id: string,
  /** Ply that the hint is for. */
  ply: number,
  /** Move as text. */
  text: string,
  /** Tablebase result of the position, if available. */
  verdict?: Verdict,
  /** Tablebase result of every legal move, if available. */
  verdicts?: Array<MoveVerdict>, } | { "type": "lobby",
  /** Games, newest first. */
  games: Array<Summary>, } | { "type": "listed",
  /** Summary of the game. */
  game: Summary, } | { "type": "unlisted",
  /** Id of the game. */
  id: string, } | { "type": "analysis",
  /** Depth of the last complete iteration, in plies. */
  depth: number,
  /** Number of nodes searched. */
  nodes: number,
  /** Search time in milliseconds, without the time that other jobs used the processor. */
  time: number,
  /** Principal variations, best first. */
  lines: Array<AnalysisLine>,
  /** Whether this is the last message of the analysis. */
  done: boolean,
  /** Reason of the end, in the last message. */
  end?: AnalysisEnd,
  /** Tablebase result of the position, if available. */
  verdict?: Verdict,
  /** Tablebase result of every legal move, if available. */
  verdicts?: Array<MoveVerdict>, } | { "type": "report",
  /** Id of the game. */
  id: string,
  /** Number of positions analysed. */
  done: number,
  /** Estimated total number of positions. */
  all: number,
  /** The report, once it is complete. */
  report?: GameReport, } | { "type": "pong",
  /** Server time in milliseconds since 1970. */
  time: number, } | { "type": "bye",
  /** Reason of the end. */
  reason: ByeReason, };

/** API token for a program that acts for the caller. */
export type Token = {
  /** Id of the token. */
  id: string,
  /** Description given by the owner. */
  label: string,
  /** Time of creation, in milliseconds since 1970. */
  created: number,
  /** Permissions of the token. */
  scopes: Array<Scope>,
  /** Secret text of the token; only in the answer to its creation, because it is not stored. */
  token?: string, };

/** Allowed values of an option. */
export type Values = { "kind": "flag" } | { "kind": "number",
  /** Smallest number. */
  min: number,
  /** Largest number. */
  max: number,
  /** Words allowed instead of a number. */
  words: Array<string>, } | { "kind": "words",
  /** Allowed words. */
  words: Array<string>, } | { "kind": "letters",
  /** Allowed letters. */
  letters: string, };

/** Outcome of a position and its distance. */
export type Verdict = {
  /** Outcome for the player to move. */
  value: VerdictValue,
  /** Plies until the winner's next irreversible move; `null` in a draw. */
  distance: number | null, };

/** Outcome of a position with best play. */
export type VerdictValue = "won" | "drawn" | "lost";

/** Position as drawn, with its legal moves. */
export type View = {
  /** Position as text. */
  position: string,
  /** Seat to move. */
  turn: number,
  /** Pieces on the board. */
  pieces: Array<Piece>,
  /** Counters shown beside the board. */
  counters: Array<Counter>,
  /** Lost pieces, in games with several kinds; with a single kind a counter shows their number. */
  lost?: Array<Lost>,
  /** Pieces still to be placed, for every seat that has or had any. */
  hands?: Array<Hand>,
  /** Highlighted cells, such as a king in check. */
  alarms: Array<number>,
  /** Notices for the player to move, such as `check`. */
  notes?: Array<string>,
  /** Legal moves; empty if the game is over. */
  moves: Array<Move>, };

/** What the server says over the WebSocket. */
export type Message = Tagged<ToClient>;

/** What the analysis has found so far. */
export type Analysis = Extract<ToClient, { type: "analysis" }>;
