// Requests of the host, which carry the key.

import { offline, Refusal } from "../net/refusal.js";

/** The key is behind the `#`, which browsers do not send. */
const key = () => new URLSearchParams(location.hash.slice(1)).get("key") ?? "";

/**
 * @param {string} path
 * @param {unknown} body
 * @param {string} method
 */
async function request(path, body, method) {
  /** @type {Record<string, string>} */
  const headers = { "x-agon-host": key() };
  if (body !== undefined) headers["content-type"] = "application/json";
  let response;
  try {
    response = await fetch(path, { method, headers, body: JSON.stringify(body) });
  } catch {
    throw offline();
  }
  if (response.ok) return response;
  throw Refusal.from(await response.json());
}

/**
 * @template T
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [method] POST with a body, else GET
 * @returns {Promise<T>}
 */
export async function askAsHost(path, body, method = body === undefined ? "GET" : "POST") {
  const response = await request(path, body, method);
  const answer = response.status === 204 ? null : await response.json();
  return answer;
}

/** Downloads a file. @param {string} path @param {string} name */
export async function saveAsHost(path, name) {
  const response = await request(path, undefined, "GET");
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  Object.assign(link, { href: address, download: name });
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
