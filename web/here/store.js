// The database of this browser: the person, games with their events, reports, puzzles, studies. Each version of a
// game or study is written once: of two windows the second one is refused.

const NAME = "agon";
const VERSION = 1;
/** Keys of single values. */
const [ME, ALIVE, DOWNTIMES] = ["me", "alive", "downtimes"];
const [PUZZLES, STUDIES] = ["puzzles", "studies"];

/** Name of the error for a key that exists. */
const OVERTAKEN = "ConstraintError";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
const committed = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    transaction.onerror = () => reject(transaction.error);
  });

/** Returns the key range of a game's events. @param {string} id */
const eventsOf = (id) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);

/** @typedef {{version: number} & Record<string, unknown>} StudyRow */

/**
 * A write of the program; see `wire` of the crate.
 * @typedef {{what: "events", id: string, events: {version: number}[], row: unknown}
 *   | {what: "row", id: string, row: unknown}
 *   | {what: "report", id: string, report: unknown}
 *   | {what: "me", me: unknown}
 *   | {what: "puzzles", game: string, row: unknown}
 *   | {what: "study", id: string, row: StudyRow | null}
 *   | {what: "downtimes", times: unknown}} Write
 */

export class Store {
  #base;

  /** @param {IDBDatabase} base */
  constructor(base) {
    this.#base = base;
    // Another window may upgrade the database.
    base.onversionchange = () => base.close();
  }

  static async open() {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const base = request.result;
      base.createObjectStore("facts");
      base.createObjectStore("games");
      base.createObjectStore("events");
      base.createObjectStore("reports");
    };
    return new Store(await done(request));
  }

  /** Returns all that is needed at the start. */
  async kept() {
    const { transaction, stores } = this.#begin("readonly");
    const fact = (/** @type {string} */ name) => done(stores.facts.get(name));
    const [games, me, alive, downtimes, puzzles, studies] = await Promise.all([
      done(stores.games.getAll()),
      fact(ME),
      fact(ALIVE),
      fact(DOWNTIMES),
      fact(PUZZLES),
      fact(STUDIES),
    ]);
    await committed(transaction).catch(() => {});
    return {
      games,
      ...(me ? { me } : {}),
      ...(alive ? { alive } : {}),
      ...(downtimes ? { downtimes } : {}),
      ...(puzzles ? { puzzles } : {}),
      ...(studies ? { studies } : {}),
    };
  }

  /** Returns all studies by id. @returns {Promise<Record<string, StudyRow>>} */
  async studies() {
    const { stores } = this.#begin("readonly");
    return (await done(stores.facts.get(STUDIES))) ?? {};
  }

  /** Returns a game with its events and its report. @param {string} id */
  async game(id) {
    const { stores } = this.#begin("readonly");
    const [events, row, report] = await Promise.all([
      done(stores.events.getAll(eventsOf(id))),
      done(stores.games.get(id)),
      done(stores.reports.get(id)),
    ]);
    return { events, ...(row ? { row } : {}), ...(report ? { report } : {}) };
  }

  /**
   * Applies all writes or none.
   * @param {Write[]} writes
   * @param {number} now
   */
  async write(writes, now) {
    const { transaction, stores } = this.#begin("readwrite");
    const end = committed(transaction);
    stores.facts.put(now, ALIVE);
    for (const write of writes) {
      if (write.what === "events") {
        for (const event of write.events) stores.events.add(event, [write.id, event.version]);
        stores.games.put(write.row, write.id);
      } else if (write.what === "row") stores.games.put(write.row, write.id);
      else if (write.what === "report") stores.reports.put(write.report, write.id);
      else if (write.what === "me") stores.facts.put(write.me, ME);
      else if (write.what === "downtimes") stores.facts.put(write.times, DOWNTIMES);
      else if (write.what === "puzzles") {
        const all = (await done(stores.facts.get(PUZZLES))) ?? {};
        stores.facts.put({ ...all, [write.game]: write.row }, PUZZLES);
      } else if (write.what === "study") {
        const { [write.id]: before, ...others } = (await done(stores.facts.get(STUDIES))) ?? {};
        if (write.row && write.row.version !== (before?.version ?? 0) + 1) {
          end.catch(() => {});
          transaction.abort();
          throw new DOMException("another window has saved it", OVERTAKEN);
        }
        stores.facts.put(write.row ? { ...others, [write.id]: write.row } : others, STUDIES);
      }
    }
    await end;
  }

  /** @param {IDBTransactionMode} mode */
  #begin(mode) {
    const transaction = this.#base.transaction(["facts", "games", "events", "reports"], mode);
    const [facts, games, events, reports] = ["facts", "games", "events", "reports"].map((name) =>
      transaction.objectStore(name),
    );
    const stores =
      /** @type {Record<"facts" | "games" | "events" | "reports", IDBObjectStore>} */ ({
        facts,
        games,
        events,
        reports,
      });
    return { transaction, stores };
  }
}

/** Whether another window has written the same version. @param {unknown} error */
export const isOvertaken = (error) => error instanceof DOMException && error.name === OVERTAKEN;
