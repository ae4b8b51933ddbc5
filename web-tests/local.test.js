// Requests and messages with the site in this browser, whose worker is a fake.

import assert from "node:assert/strict";
import test from "node:test";

const LOCAL = "localabcdefghijkm";

/** The worker with the local site. */
class FakeWorker {
  /** @type {any[]} */
  static said = [];
  #listeners = [];

  constructor() {
    setTimeout(() => this.say({ ready: true, keeps: true }));
  }

  addEventListener(kind, listener) {
    if (kind === "message") this.#listeners.push(listener);
  }

  removeEventListener(_, listener) {
    this.#listeners = this.#listeners.filter((other) => other !== listener);
  }

  say(data) {
    for (const listener of [...this.#listeners]) listener({ data });
  }

  postMessage(input) {
    FakeWorker.said.push(input);
    const { kind, number, path } = input;
    if (kind === "open") this.say({ message: JSON.stringify({ type: "welcome", time: 1 }) });
    if (kind === "message") {
      const { tag } = JSON.parse(input.text);
      this.say({ message: JSON.stringify({ type: "done", tag, version: 3 }) });
    }
    if (kind !== "request") return;
    if (input.body?.includes("beyond")) {
      this.say({ answer: { number, status: 403, body: JSON.stringify({ code: "forbidden" }) } });
      return;
    }
    const games = [{ id: LOCAL, updated: 20 }];
    const body = JSON.stringify(path.startsWith("/api/games?") ? games : { path });
    this.say({ answer: { number, status: 200, body } });
  }
}

class FakeSocket {
  static OPEN = 1;
  /** @type {FakeSocket} */
  static last;
  readyState = 0;

  constructor() {
    FakeSocket.last = this;
  }

  welcome() {
    this.readyState = FakeSocket.OPEN;
    this.onmessage({ data: JSON.stringify({ type: "welcome", person: null, time: Date.now() }) });
  }

  close() {}
  send() {
    throw new Error("the server was asked");
  }
}

let reachable = false;
const asked = [];
Object.assign(globalThis, {
  Worker: FakeWorker,
  WebSocket: FakeSocket,
  document: { hidden: false, addEventListener() {} },
  location: { protocol: "http:", host: "here", pathname: "/" },
  localStorage: { getItem: () => null, setItem() {} },
  addEventListener() {},
  setInterval() {},
  fetch: async (path) => {
    asked.push(path);
    if (!reachable) throw new TypeError("no way");
    const games = [{ id: "g", updated: 10 }];
    return new Response(JSON.stringify(path.startsWith("/api/games?") ? games : { path }));
  },
});
const { ask, connection } = await import("../web/net.js");
const { Refusal } = await import("../web/net/refusal.js");

test("without a server the local site answers", async () => {
  assert.deepEqual(await ask("/api/catalog"), { path: "/api/catalog" });
  assert.deepEqual(asked, ["/api/catalog"]);
  assert.equal(FakeWorker.said.at(-1).path, "/api/catalog");
  assert.deepEqual(await ask(`/api/games/${LOCAL}`), { path: `/api/games/${LOCAL}` });
  assert.equal(connection.online, true);
  const done = await connection.send({ type: "watch", id: LOCAL });
  assert.equal(done.type, "done");
});

test("games of the server are unavailable without it", async () => {
  const offline = (error) => error instanceof Refusal && error.code === "offline";
  await assert.rejects(ask("/api/games/abc"), offline);
  await assert.rejects(connection.send({ type: "watch", id: "abc" }), offline);
});

test("games against computers are local where that is preferred", async () => {
  reachable = true;
  connection.preferLocal(() => true);
  const computer = { who: "computer", level: 3 };
  const count = () => FakeWorker.said.filter(({ path }) => path === "/api/games").length;
  await ask("/api/games", { game: "x", seats: [{ who: "me" }, computer] });
  assert.equal(count(), 1);
  const before = asked.length;
  await ask("/api/games/abc");
  assert.equal(asked.length, before + 1);
});

test("what the local site refuses is asked of the server", async () => {
  connection.open();
  FakeSocket.last.welcome();
  const computer = { who: "computer", level: 3 };
  const game = { game: "beyond", seats: [computer] };
  const before = asked.length;
  assert.deepEqual(await ask("/api/games", game), { path: "/api/games" });
  assert.deepEqual(asked.slice(before), ["/api/games"]);
  reachable = false;
  const refused = (error) => error instanceof Refusal && error.code === "forbidden";
  await assert.rejects(ask("/api/games", game), refused);
});
