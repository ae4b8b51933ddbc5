// The address of the site for others.

import assert from "node:assert/strict";
import test from "node:test";

Object.assign(globalThis, {
  document: { addEventListener() {} },
  addEventListener() {},
  // No test waits for the checks of the connection.
  setInterval() {},
});
const { withoutScheme, addressFrom } = await import("../web/reach.js");

const at = (url) => new URL(url);
const lan = { public: false, addresses: ["http://192.168.1.20:8080", "http://10.0.0.5:8080"] };
const alone = { public: false, addresses: [] };

test("local host names are not passed on", () => {
  for (const own of ["http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080"]) {
    assert.deepEqual(addressFrom(lan, at(own)), { origin: lan.addresses[0], reachable: true });
    assert.equal(addressFrom(alone, at(own)).reachable, false);
  }
});

test("the address of this page is passed on", () => {
  const here = at("http://games.local:8080/game/x?key=y");
  assert.deepEqual(addressFrom(lan, here), { origin: "http://games.local:8080", reachable: true });
  assert.deepEqual(addressFrom(alone, here), {
    origin: "http://games.local:8080",
    reachable: true,
  });
});

test("the public address wins", () => {
  const site = { public: true, addresses: ["https://games.example.org"] };
  for (const here of ["http://localhost:8080", "http://192.168.1.20:8080"])
    assert.equal(addressFrom(site, at(here)).origin, "https://games.example.org");
  assert.equal(withoutScheme("https://games.example.org"), "games.example.org");
});
