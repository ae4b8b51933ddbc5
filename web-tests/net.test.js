// The connection over a fake WebSocket.

import assert from "node:assert/strict";
import test from "node:test";

/** @type {FakeSocket[]} */
const sockets = [];

class FakeSocket {
  static OPEN = 1;
  readyState = 0;
  /** @type {any[]} */
  said = [];

  constructor() {
    sockets.push(this);
  }

  send(text) {
    this.said.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
    this.onclose?.();
  }

  hear(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  welcome() {
    this.readyState = 1;
    this.hear({ type: "welcome", person: null, time: Date.now() });
  }
}

Object.assign(globalThis, {
  WebSocket: FakeSocket,
  document: { hidden: false, addEventListener() {} },
  location: { protocol: "http:", host: "here", pathname: "/" },
  addEventListener() {},
  setInterval() {},
});
const { Connection } = await import("../web/net.js");
const { Refusal } = await import("../web/net/refusal.js");

const tick = () => new Promise((done) => setImmediate(done));

function connected() {
  const connection = new Connection();
  connection.open();
  sockets.at(-1).welcome();
  return connection;
}

test("an action whose answer was lost is sent again with the same id", async () => {
  const connection = connected();
  const first = sockets.at(-1);
  const done = connection.act("g", { do: "move", ply: 0, text: "m" });
  const [{ action, tag }] = first.said;
  assert.match(action.id, /^[0-9a-f]{24}$/);
  first.close();
  await tick();
  connection.open();
  const second = sockets.at(-1);
  assert.notEqual(second, first);
  second.welcome();
  await tick();
  assert.deepEqual(second.said[0].action, action);
  assert.notEqual(second.said[0].tag, tag);
  second.hear({ type: "done", tag: second.said[0].tag, version: 7 });
  assert.equal((await done).version, 7);
});

test("every action has an id of its own", async () => {
  const connection = connected();
  void connection.act("g", { do: "pause" });
  void connection.act("g", { do: "pause" });
  const ids = sockets.at(-1).said.map(({ action }) => action.id);
  assert.equal(new Set(ids).size, 2);
});

test("refused actions are not repeated, and offline ones are not queued", async () => {
  const connection = connected();
  const socket = sockets.at(-1);
  const refused = connection.act("g", { do: "resign" });
  socket.hear({ type: "error", tag: socket.said[0].tag, code: "over", message: "" });
  await assert.rejects(refused, (error) => error instanceof Refusal && error.code === "over");
  socket.close();
  await assert.rejects(
    connection.act("g", { do: "resign" }),
    (error) => error instanceof Refusal && error.code === "offline",
  );
  connection.open();
  sockets.at(-1).welcome();
  await tick();
  assert.deepEqual(sockets.at(-1).said, []);
});
