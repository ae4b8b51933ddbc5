// The explorer: a board to go through played moves. The position is in the address.

import "../board/live.js";
import { catalog, outcomeOf, positionOf, titleOf } from "../catalog.js";
import { h, styled } from "../dom.js";
import { Explorer } from "../explore/panel.js";
import { nextTurn } from "../geometry.js";
import { t, word } from "../i18n.js";
import { setTitle } from "../router.js";
import { icon } from "../icons.js";
import { me } from "../identity.js";
import { explain, notice, speak } from "../notice.js";
import { Shortcuts } from "../shortcuts.js";
import { play as sound, soundOf } from "../sound.js";
import { gameList } from "../lists/games.js";

/** @import { Entry, Move, PositionReport } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */

class ExplorerPage {
  board = /** @type {BoardElement} */ (document.createElement("agon-board"));
  /** The moves so far. @type {string[]} */
  moves = [];
  /** @type {PositionReport | null} */
  report = null;
  #asked = 0;
  /** One row, scrolled to its end, so that nothing below it moves. */
  #line = h("p", { class: "line-so-far", dir: "ltr", tabindex: 0 });
  #status = h("div", { class: "status", role: "status" });
  #tools = h("div", { class: "tools" });

  /** @param {HTMLElement} main @param {Entry} entry */
  constructor(main, entry) {
    this.entry = entry;
    const title = t("explorer.of", { game: titleOf(entry.id) });
    setTitle(title);
    this.explorer = new Explorer((move) => void this.go([...this.moves, move]));
    this.root = h(
      "div",
      // Hidden until there is a position: the size of the board depends on it.
      { class: "game study explore", "data-game": entry.id, "aria-busy": "true" },
      h("div", { class: "top" }, h("h1", {}, title)),
      h("div", { class: "stage" }, this.board, this.#status),
      h("aside", {}, this.#line, this.#tools, this.explorer.element),
    );
    main.append(this.root);
    this.board.addEventListener("pick", (event) => {
      const { text } = /** @type {CustomEvent<Move>} */ (event).detail;
      void this.go([...this.moves, text]);
    });
  }

  /** @param {string[]} moves */
  async go(moves) {
    this.#asked += 1;
    const turn = this.#asked;
    try {
      const report = await positionOf(this.entry.id, "", null, moves);
      if (turn !== this.#asked) return;
      this.#show(report, moves);
    } catch (error) {
      notice(explain(error));
    }
  }

  /** @param {PositionReport} report @param {string[]} moves */
  #show(report, moves) {
    const next = moves.length === this.moves.length + 1;
    const first = this.report === null;
    this.moves = moves;
    this.report = report;
    const query = moves.length > 0 ? `?${new URLSearchParams({ moves: moves.join(" ") })}` : "";
    history.replaceState(null, "", `/explorer/${this.entry.id}${query}`);
    const { board, view, seats, outcome } = report;
    const step = report.steps.at(-1);
    const last = step?.kind === "move" ? step : null;
    if (first)
      this.board.show({
        board,
        view,
        seats,
        degrees: seats[0].degrees,
        label: titleOf(this.entry.id),
      });
    this.board.update(view, { moved: next && !first ? last : null, last });
    this.board.set({ moves: view.moves });
    if (last && next && !first) {
      sound(soundOf(view, last));
      speak(t("status.moved", { name: word("seat", seats[last.seat].name), move: last.display }));
    }
    const side = word("seat", seats[view.turn]?.name ?? "");
    this.#status.textContent = outcome ? outcomeOf(outcome, seats) : t("status.side", { side });
    const written = report.steps.flatMap((one) => (one.kind === "move" ? [one.display] : []));
    this.#line.replaceChildren(...numbered(written));
    this.#line.scrollLeft = this.#line.scrollWidth;
    this.#drawTools();
    this.explorer.look(
      { game: this.entry.id, rules: "", position: null, moves },
      { position: view.position, rules: report.rules, seats },
    );
  }

  back() {
    if (this.moves.length > 0) void this.go(this.moves.slice(0, -1));
  }

  turn() {
    if (this.report)
      this.board.set({ degrees: nextTurn(this.report.board, this.board.state.degrees) });
  }

  #drawTools() {
    const none = this.moves.length === 0;
    const button = (
      /** @type {string} */ name,
      /** @type {string} */ key,
      /** @type {string} */ drawn,
      /** @type {() => void} */ act,
      off = false,
    ) => h("button", { "data-do": name, onclick: act, disabled: off }, icon(drawn), t(key));
    const query = new URLSearchParams({ moves: this.moves.join(" ") });
    this.#tools.replaceChildren(
      button("back", "explorer.back", "previous", () => this.back(), none),
      button("start", "explorer.start", "first", () => void this.go([]), none),
      button("turn", "play.turn", "turn", () => this.turn()),
      h(
        "a",
        { class: "button", href: `/analysis/${this.entry.id}${none ? "" : `?${query}`}` },
        icon("study"),
        t("home.study"),
      ),
    );
  }
}

/** Returns the moves with their numbers. @param {string[]} written */
const numbered = (written) =>
  written.flatMap((text, i) => [
    ...(i % 2 === 0 ? [h("small", { class: "soft" }, `${i / 2 + 1}.`), " "] : []),
    h("span", {}, text),
    " ",
  ]);

/** @param {HTMLElement} main @param {string[]} parts */
export async function show(main, [id]) {
  const [games] = await Promise.all([catalog(), me, styled("/profile/profile.css")]);
  const entry = games.find((game) => game.id === id);
  if (!entry) {
    main.append(
      h(
        "div",
        { class: "page narrow" },
        h(
          "div",
          {},
          h("h1", {}, t("explorer.title")),
          h("p", { class: "lead" }, t("explorer.about")),
        ),
        gameList(games, "explorer"),
      ),
    );
    return undefined;
  }
  const moves = new URLSearchParams(location.search).get("moves") ?? "";
  const page = new ExplorerPage(main, entry);
  await page.go(moves.split(" ").filter(Boolean));
  if (!page.report) await page.go([]);
  page.root.removeAttribute("aria-busy");
  const keys = new Shortcuts(
    () => ({
      ArrowLeft: () => page.back(),
      Home: () => void page.go([]),
      f: () => page.turn(),
    }),
    () => [],
    () => {},
  );
  const press = (/** @type {KeyboardEvent} */ event) => keys.press(event);
  document.addEventListener("keydown", press);
  return () => {
    page.explorer.end();
    document.removeEventListener("keydown", press);
    keys.forget();
  };
}
