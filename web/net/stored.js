// What this browser remembers so that it can play without the server. Browsers may refuse to store anything.

/** @import { Me } from "../types.d.ts" */

/** Set once there are local games or studies: without it their site is not loaded to list them. */
const PLAYED = "agon.here";
/** The person as the server knows them. */
const PERSON = "agon.me";

/** @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
function write(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing depends on it but convenience.
  }
}

export const hasLocalGames = () => read(PLAYED) !== null;
export const noteLocalGame = () => write(PLAYED, "1");

/** @param {Me} me */
export const storePerson = (me) => write(PERSON, JSON.stringify(me));

/** @returns {Me | null} */
export function storedPerson() {
  try {
    return JSON.parse(read(PERSON) ?? "null");
  } catch {
    return null;
  }
}
