// What the server says, as docs/protocol.md describes it. Only for the type checker.

export type Cell = { name: string; x: number; y: number; shape: string; zone: string };
export type Label = { text: string; x: number; y: number };
/** `turning`: by how many degrees people may turn it at a time. */
export type Board = {
  cells: Cell[];
  links: [number, number][];
  lined: boolean;
  labels: Label[];
  turning: number | null;
};
/** `tone` only where it is not that of the seat. */
export type Piece = { cell: number; seat: number; kind: string; tone?: string };
export type Counter = {
  name: string;
  seat: number | null;
  value: number;
  limit: number | null;
  warn: boolean;
  piece?: string;
};
export type Choice = { cell: number } | { kind: string };
export type Move = {
  text: string;
  display: string;
  from?: number[];
  to?: number;
  more?: Choice[];
  path?: number[];
  shifts?: [number, number][];
  captures?: number[];
  lines?: number[][];
};
export type View = {
  position: string;
  turn: number;
  pieces: Piece[];
  counters: Counter[];
  lost?: { seat: number; kind: string }[];
  alarms: number[];
  moves: Move[];
};

export type Occupant =
  | { who: "person"; id: string; name: string }
  | { who: "computer"; kind: string; level: number }
  | { who: "stranger"; name: string };
/** `degrees`: how far the board is turned for whoever sits there. */
export type Seat = {
  name: string;
  plural?: boolean;
  tone: string;
  piece: string;
  degrees: number;
};
export type SeatState = Seat & { occupant: Occupant | null; out: boolean };
export type Clock =
  | { kind: "none" }
  | { kind: "increment"; main: number; add: number }
  | { kind: "delay"; main: number; free: number }
  | { kind: "days"; days: number };
export type Outcome = {
  winner: number | null;
  places: number[];
  reason: string;
  verdict: string;
};
export type Phase = "open" | "playing" | "ended" | "closed";
export type GameState = {
  version: number;
  phase: Phase;
  ply: number;
  turn: number | null;
  seats: SeatState[];
  clock: { left: number[]; running: number | null; at: number } | null;
  paused: boolean;
  pace: number;
  draw_offers: number[];
  draw_version: number | null;
  take_back: { seat: number; ply: number; version: number } | null;
  rematch: { swap: boolean; agreed: string[]; version: number } | null;
  outcome: Outcome | null;
  next: string | null;
};
export type Presence = {
  connected: boolean[];
  spectators: number;
  away_since: (number | null)[];
  grace: number | null;
};
export type Person = { id: string; name: string };
/** `login` is null for a guest. */
export type Me = Person & { login: string | null };
export type Session = {
  id: string;
  label: string;
  created: number;
  seen: number;
  current: boolean;
};
export type Token = { id: string; label: string; created: number };
export type Setup = {
  game: string;
  rules: string;
  position?: string;
  clock: Clock;
  listed: boolean;
  name?: string;
  pace: number;
  leisure: boolean;
  hints: boolean;
  host: Person | null;
};
export type Step = ({ kind: "move"; seat: number } & Move) | { kind: "out"; seat: number };
export type Snapshot = {
  id: string;
  setup: Setup;
  board: Board;
  steps: Step[];
  state: GameState;
  view: View;
  presence: Presence;
  mine: number[];
  key?: string;
};
export type GameEvent = {
  kind: string;
  seat?: number;
  ply?: number;
  text?: string;
  display?: string;
  id?: string;
  swap?: boolean;
  person?: string;
  reason?: string;
  occupant?: Occupant;
};
export type Recorded = { version: number; at: number; event: GameEvent };
export type Summary = {
  id: string;
  game: string;
  rules: string;
  name: string | null;
  phase: Phase;
  seats: SeatState[];
  clock: Clock;
  ply: number;
  turn: number | null;
  outcome: Outcome | null;
  listed: boolean;
  host: string | null;
  created: number;
  updated: number;
};
export type Values =
  | { kind: "flag" }
  | { kind: "number"; min: number; max: number; words: string[] }
  | { kind: "words"; words: string[] }
  | { kind: "letters"; letters: string };
export type Option = { name: string; about: string; values: Values; default: string };
export type Preset = { name: string; about: string; rules: string; seats: Seat[] };
export type Kind = { name: string; about: string; available?: boolean; reason?: string };
export type Entry = {
  id: string;
  title: string;
  about: string;
  options: Option[];
  presets: Preset[];
  seats: Seat[];
  kinds: Kind[];
};
/** What a pasted text is. */
export type TextFound =
  | { kind: "nothing" }
  | { kind: "file" }
  | { kind: "position"; game: string; rules?: string; position?: string | null; moves?: string[] };
export type PositionReport = {
  rules: string;
  seats: Seat[];
  board: Board;
  steps: Step[];
  view: View;
  outcome: Outcome | null;
  passed?: string;
};
/** What a solved game says; `distance` counts plies to the end. */
export type Verdict = { value: "won" | "drawn" | "lost"; distance: number | null };
export type MoveVerdict = Verdict & { text: string };
export type AnalysisLine = {
  score?: number | null;
  mate?: number | null;
  moves: string[];
  display: string[];
};
export type Analysis = {
  depth: number;
  nodes: number;
  time: number;
  lines: AnalysisLine[];
  done: boolean;
  /** Why it is the last message. */
  end?: "time" | "settled" | "stopped";
  verdict?: Verdict;
  verdicts?: MoveVerdict[];
};
export type Made = { id: string; key: string; link: string };

export type Message =
  | { type: "welcome"; person: Person | null; time: number }
  | ({ type: "game"; tag?: number } & Snapshot)
  | {
      type: "resumed";
      tag?: number;
      id: string;
      events: Recorded[];
      steps: Step[];
      state: GameState;
      view: View;
      presence: Presence;
    }
  | ({ type: "event"; id: string; step?: Step; state: GameState; view?: View } & Recorded)
  | ({ type: "presence"; id: string } & Presence)
  | { type: "queued"; id: string; version: number; code: string; message: string }
  | { type: "done"; tag?: number; version?: number }
  | {
      type: "error";
      tag?: number;
      code: string;
      message: string;
      id?: string;
      current?: { state: GameState; view: View };
      retry_after?: number;
    }
  | {
      type: "hint";
      tag?: number;
      id: string;
      ply: number;
      text: string;
      verdict?: Verdict;
      verdicts?: MoveVerdict[];
    }
  | { type: "lobby"; tag?: number; games: Summary[] }
  | { type: "listed"; game: Summary }
  | { type: "unlisted"; id: string }
  | ({ type: "analysis"; tag?: number } & Analysis)
  | { type: "pong"; tag?: number; time: number }
  | { type: "bye"; reason: string };

export type Action = { do: string } & Record<string, string | number | boolean>;
export type Plan =
  | { who: "me"; name?: string }
  | { who: "open" }
  | { who: "computer"; kind?: string; level: number };
export type NewGame = {
  game: string;
  rules: string;
  position?: string;
  seats: Plan[];
  shuffle?: boolean;
  clock?: Clock;
  listed?: boolean;
  name?: string;
  pace?: number;
  leisure?: boolean;
};
