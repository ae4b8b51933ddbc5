// Texts about events at a table, for players and spectators.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

// The modules listen to a browser when they are loaded.
globalThis.addEventListener = () => {};
globalThis.setInterval = () => 0;
globalThis.document = { addEventListener: () => {}, documentElement: {} };
const { setLanguage } = await import("../web/i18n.js");
const { absence } = await import("../web/play/absence.js");
const { called, sideOf } = await import("../web/play/names.js");
const { presenceText, seatingText, eventText } = await import("../web/play/events.js");
const { Draft } = await import("../web/new/draft.js");
const { like } = await import("../web/new/like.js");
const { sentence } = await import("../web/refusals.js");
await setLanguage("en");

const SIDES = ["white", "black", "red"];

/** A game of people by name; a number is a computer of that level. */
function game(players, more = {}) {
  const seats = players.map((player, i) => ({
    name: SIDES[i],
    out: false,
    occupant:
      typeof player === "number"
        ? { who: "computer", kind: "x", level: player }
        : player && { who: "person", id: player.toLowerCase(), name: player },
  }));
  const state = {
    phase: "playing",
    turn: 0,
    seats,
    draw_offers: [],
    take_back: null,
    rematch: null,
  };
  return {
    mine: [],
    setup: { host: null },
    presence: { away_since: players.map(() => null), grace: null },
    ...more,
    state: { ...state, ...more.state },
  };
}

/** The texts for each player by name, and for a spectator. */
function readers(players, before, after, event) {
  const read = (me, mine) =>
    eventText(
      game(players, { mine, state: before }),
      game(players, { mine, state: after }),
      event,
      me,
    );
  const all = players.flatMap((name, seat) =>
    typeof name === "string" ? [[name, read(name.toLowerCase(), [seat])]] : [],
  );
  return Object.fromEntries([...all, ["somebody", read("x", [])]]);
}

const two = ["Noa", "Ben"];
const nothing = {};
const offered = { draw_offers: [0], draw_version: 5 };

test("declined and withdrawn draw offers are reported to players and spectators", () => {
  const declined = { kind: "draw_declined", seat: 1 };
  assert.deepEqual(readers(two, offered, nothing, declined), {
    Noa: "Ben declines the draw.",
    Ben: "You declined the draw.",
    somebody: "Ben declines the draw.",
  });
  const withdrawn = { kind: "draw_declined", seat: 0 };
  assert.deepEqual(readers(two, offered, nothing, withdrawn), {
    Noa: "You no longer offer a draw.",
    Ben: "Noa no longer offers a draw.",
    somebody: "Noa no longer offers a draw.",
  });
  // Players read the question instead.
  const offer = { kind: "draw_offered", seat: 0 };
  const heard = { Noa: null, Ben: null, somebody: "Noa offers a draw." };
  assert.deepEqual(readers(two, nothing, offered, offer), heard);
});

test("a computer explains why it declines a draw", () => {
  const { Noa } = readers(["Noa", 3], offered, nothing, { kind: "draw_declined", seat: 1 });
  assert.match(Noa, /^Computer, level 3 plays on\. It agrees/);
  const many = { kind: "draw_declined", seat: 2 };
  assert.match(readers(["Noa", "Ben", 3], offered, nothing, many).Noa, /more than two players/);
});

test("answers to a take-back are reported", () => {
  const asked = { take_back: { seat: 0, ply: 0, version: 5, agreed: [0] } };
  const by = (kind, seat) => readers(two, asked, nothing, { kind, seat, ply: 0 });
  assert.equal(by("take_back_declined", 1).Noa, "Ben does not allow the take-back.");
  assert.equal(by("take_back_declined", 1).Ben, "You did not allow the take-back.");
  assert.equal(by("take_back_declined", 0).Noa, "You no longer ask to take back.");
  assert.equal(by("take_back_declined", 0).Ben, "Noa no longer asks to take back.");
  assert.equal(by("took_back").Ben, "The move was taken back.");
  assert.equal(by("moved", 1).Noa, "Ben played on: nothing is taken back.");
  assert.equal(by("moved", 1).Ben, null);
});

test("players who leave are reported if others play on", () => {
  const left = { kind: "withdrew", seat: 1, reason: "resigned" };
  const three = readers(["Noa", "Ben", "Dan"], nothing, nothing, left);
  assert.equal(three.Noa, "Ben resigned. The others play on.");
  assert.equal(three.Ben, "You resigned. The others play on.");
  assert.equal(readers(two, nothing, nothing, left).Noa, null);
});

test("aborted games and declined rematches are reported", () => {
  const ended = { kind: "ended", by: 1, outcome: { reason: "aborted" } };
  assert.equal(readers(two, nothing, { phase: "ended" }, ended).Noa, "Ben called the game off.");
  assert.equal(readers(two, nothing, { phase: "ended" }, ended).Ben, "You called the game off.");
  const asked = { phase: "ended", rematch: { swap: false, agreed: ["noa"], version: 9 } };
  const no = (person) =>
    readers(two, asked, { phase: "ended" }, { kind: "rematch_declined", person });
  assert.equal(no("ben").Noa, "Ben does not want another game.");
  assert.equal(no("ben").Ben, "You declined another game.");
  assert.equal(no("noa").Ben, "Noa no longer asks for another game.");
});

test("on one screen sides are named instead of players", () => {
  const here = (names) => {
    const seats = names.map((name) => ({ who: "person", id: "noa", name }));
    const known = game(["Noa", "Noa"], { mine: [0, 1] });
    seats.forEach((occupant, i) => {
      known.state.seats[i].occupant = occupant;
    });
    return known;
  };
  const declined = { kind: "draw_declined", seat: 1 };
  const plain = here(["Noa", "Noa"]);
  assert.equal(eventText(plain, plain, declined, "noa"), "Black declines the draw.");
  const named = here(["Noa", "Dan"]);
  assert.equal(eventText(named, named, declined, "noa"), "Dan declines the draw.");
  assert.equal(sideOf(plain.state.seats, 1), "Black");
  assert.equal(sideOf(named.state.seats, 1), "Black (Dan)");
  assert.equal(called(game([3, 3]).state.seats, 0), "White");
});

test("sitting down, getting up and the start are reported", () => {
  const open = game(["Noa", null], { mine: [0], state: { phase: "open" } });
  const full = game(["Noa", "Ben"], { mine: [0] });
  assert.equal(seatingText(open, full, "noa"), "Ben sits down: Black. The game begins.");
  const three = (ben) => game(["Noa", ben, null], { mine: [0], state: { phase: "open" } });
  assert.equal(seatingText(three("Ben"), three(null), "noa"), "Ben got up.");
  assert.equal(seatingText(three(null), three("Ben"), "ben"), null);
});

test("an absence is reported once", () => {
  const away = { away_since: [null, 1000], grace: 60_000 };
  const known = (mine, presence) => game(two, { mine, ...(presence ? { presence } : {}) });
  assert.equal(presenceText(known([0]), known([0], away)), null);
  assert.equal(presenceText(known([]), known([], away)), "Ben is away");
  assert.equal(presenceText(known([0], away), known([0])), "Ben is back");
});

test("the win can be claimed after the grace time", () => {
  const presence = { away_since: [null, 1000, null], grace: 60_000 };
  const known = game(["Noa", "Ben"], { mine: [0], presence });
  assert.deepEqual(absence(known, 31_000), { away: [1], gone: [], wait: 30_000, wins: true });
  assert.deepEqual(absence(known, 61_000), { away: [1], gone: [1], wait: 0, wins: true });
  const three = game(["Noa", "Ben", "Dan"], { mine: [0], presence });
  assert.equal(absence(three, 61_000).wins, false);
  assert.equal(absence(game(["Noa", "Ben"], { presence }), 61_000), null);
  const slow = { ...presence, grace: null };
  assert.equal(absence(game(["Noa", "Ben"], { mine: [0], presence: slow }), 61_000), null);
});

test("a refusal uses its most specific text", () => {
  const { seats } = game(two).state;
  const say = (code, details = {}, wait = undefined) => sentence({ code, details, wait }, seats);
  assert.equal(say("stale_ply", { seat: 0 }), "Noa moved first. Here is the new position.");
  assert.equal(say("stale_ply"), "Somebody moved first. Here is the new position.");
  assert.equal(say("too_many", {}, 3), "That was too much at once. Try again in 3 s.");
  assert.equal(say("illegal_move", { found: "Qh9" }), "“Qh9” is not a possible move here.");
  assert.equal(say("bad_text", { part: "layers", found: "12" }), "Layers: “12” is not possible.");
  assert.equal(say("bad_text", { part: "row 3", found: "9" }), "“9” is not understood.");
  assert.equal(say("of_tomorrow"), "That did not work. Load the page again.");
});

test("every error code has a text", async () => {
  const types = readFileSync(new URL("../web/types.d.ts", import.meta.url), "utf8");
  const [, union] = types.match(/type Code = ([^;]+);/);
  const codes = [...union.matchAll(/"(\w+)"/g)].map(([, code]) => code);
  assert.ok(codes.length > 30 && codes.includes("stale_ply"));
  const { default: texts } = await import("../web/texts/en.js");
  for (const code of codes) assert.ok(texts[`error.${code}`], `error.${code}`);
});

test("a draft repeats a game with the same players", () => {
  const seats = [{ name: "white" }, { name: "black" }];
  const entry = { id: "g", options: [], presets: [], seats, kinds: [{ name: "x" }] };
  const planned = (players, setup = {}) => {
    const draft = new Draft(entry, 1);
    const known = game(players);
    const usual = {
      rules: "a=1",
      clock: { kind: "none" },
      listed: false,
      leisure: true,
      hints: true,
    };
    like(draft, { ...known, setup: { ...usual, host: { name: "Noa" }, ...setup } }, "noa");
    return draft;
  };
  const {
    rules,
    listed,
    leisure,
    hints,
    hint_budget,
    seats: plans,
  } = planned(["Noa", 4], {
    hint_budget: 3,
  }).request();
  assert.deepEqual(
    { rules, listed, leisure, hints, hint_budget },
    { rules: "a=1", listed: false, leisure: true, hints: true, hint_budget: 3 },
  );
  assert.deepEqual(plans, [{ who: "me" }, { who: "computer", kind: "x", level: 4 }]);
  const modes = [
    ["Noa", 4],
    [4, 5],
    ["Noa", "Noa"],
    ["Noa", "Ben"],
  ];
  assert.deepEqual(
    modes.map((players) => planned(players).mode),
    ["computer", "watch", "local", "online"],
  );
});
