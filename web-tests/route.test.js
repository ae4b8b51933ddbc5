// Which transport carries a request or a message.

import assert from "node:assert/strict";
import test from "node:test";
import { isLocal, messageRoute, needsServer, requestRoute } from "../web/net/route.js";

const LOCAL = "localabc";
const server = { alone: false, away: false, prefersLocal: () => false };
const get = (path, context = server) => requestRoute({ method: "GET", path }, context);
const computer = { who: "computer", level: 3 };
const create = (more, context) =>
  requestRoute(
    {
      method: "POST",
      path: "/api/games",
      body: { game: "x", seats: [{ who: "me" }, computer], ...more },
    },
    { ...server, prefersLocal: (game) => game === "x", ...context },
  );

test("requests go to the server first, and to the local site if it cannot be reached", () => {
  assert.deepEqual(get("/api/catalog"), ["remote", "local"]);
  assert.deepEqual(get("/api/games?mine=true"), ["remote", "local"]);
  assert.deepEqual(get("/api/studies/file"), ["remote", "local"]);
});

test("a server that did not answer is not asked again", () => {
  assert.deepEqual(get("/api/catalog", { ...server, away: true }), ["local"]);
});

test("games and studies are asked for where they are", () => {
  for (const away of [false, true])
    for (const folder of ["games", "studies"]) {
      assert.deepEqual(get(`/api/${folder}/abc`, { ...server, away }), ["remote"]);
      assert.deepEqual(get(`/api/${folder}/abc/file?key=k`, { ...server, away }), ["remote"]);
      assert.deepEqual(get(`/api/${folder}/${LOCAL}`, { ...server, away }), ["local"]);
      assert.deepEqual(get(`/api/${folder}/${LOCAL}/replay`, { ...server, away }), ["local"]);
    }
});

test("without a server every request is local, but for files", () => {
  const alone = { ...server, alone: true };
  assert.deepEqual(get("/api/games/abc", alone), ["local"]);
  assert.deepEqual(get("/api/catalog", alone), ["local"]);
  assert.deepEqual(get("/lessons.json", alone), ["remote"]);
  assert.deepEqual(get("/shell.json", { ...server, away: true }), ["remote"]);
});

test("new games against computers are local where that is preferred", () => {
  assert.deepEqual(create({}), ["local", "remote"]);
  assert.deepEqual(create({}, { away: true }), ["local"]);
  assert.deepEqual(create({ game: "y" }), ["remote", "local"]);
  assert.deepEqual(create({ rated: true }), ["remote", "local"]);
  assert.deepEqual(create({ seats: [{ who: "me" }, { who: "me" }] }), ["remote", "local"]);
  assert.deepEqual(create({ seats: [computer, { who: "open" }] }), ["remote", "local"]);
});

const idle = { connected: true, started: true, prefersLocal: () => false, analysis: null };
const local = { ...idle, prefersLocal: () => true };

test("messages about a game go where the game is", () => {
  assert.equal(messageRoute({ type: "watch", id: LOCAL }, idle), "local");
  assert.equal(messageRoute({ type: "watch", id: LOCAL }, { ...idle, started: false }), "local");
  assert.equal(messageRoute({ type: "watch", id: "abc" }, local), "remote");
  assert.equal(messageRoute({ type: "watch", id: "abc" }, { ...local, connected: false }), null);
});

test("other messages go to the server while it is connected", () => {
  assert.equal(messageRoute({ type: "ping" }, local), "remote");
  assert.equal(messageRoute({ type: "ping" }, { ...local, connected: false }), "local");
  assert.equal(
    messageRoute({ type: "ping" }, { ...local, connected: false, started: false }),
    null,
  );
});

test("an analysis is stopped where it runs", () => {
  const analyse = { type: "analyse", game: "x" };
  const stop = { type: "stop_analysis" };
  assert.equal(messageRoute(analyse, idle), "remote");
  assert.equal(messageRoute(analyse, local), "local");
  assert.equal(messageRoute(analyse, { ...local, started: false }), "local");
  assert.equal(messageRoute(stop, { ...local, analysis: "remote" }), "remote");
  assert.equal(messageRoute(stop, { ...idle, analysis: "local" }), "local");
});

test("only pages of the server's games need the server", () => {
  assert.equal(needsServer("/game/abc"), true);
  assert.equal(needsServer(`/game/${LOCAL}`), false);
  assert.equal(needsServer("/analysis/x"), false);
  assert.equal(needsServer("/"), false);
  assert.equal(isLocal(LOCAL) && !isLocal("abclocal"), true);
});
