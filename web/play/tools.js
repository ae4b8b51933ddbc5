// What can be done besides moving: hint, take-back, draw, resign, pause, another game.

import { nameOf } from "../catalog.js";
import { h } from "../dom.js";
import { checkbox } from "../fields.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";
import { remember, settings } from "../settings.js";
import { isAlone, mayAbort, myTurn } from "../state.js";
import { invitation } from "./invitation.js";
import { analysisOf } from "./state.js";
import { dialog } from "../new/dialog.js";

/** @import { Action } from "../types.d.ts" */
/** @import { PageState } from "./state.js" */

/** Paces of computers that are watched, in milliseconds. */
const PACES = { fast: 100, usual: 800, slow: 2500 };

/**
 * What the tools can do with the page.
 * @typedef {object} Acts
 * @property {(action: Action) => Promise<boolean>} act
 * @property {() => Promise<void>} hint
 * @property {() => void} turn
 * @property {() => void} turnHome
 */

export class Tools {
  element = h("div", { class: "tools" });
  /** What wants an answer. */
  questions = h("div", { class: "questions" });

  /** @param {PageState} page @param {Acts} acts */
  constructor(page, acts) {
    this.page = page;
    this.acts = acts;
  }

  takeBack() {
    void this.acts.act({ do: "take_back" });
  }

  draw() {
    // A button that has the focus keeps it when everything is drawn anew.
    const focus =
      document.activeElement instanceof HTMLElement ? document.activeElement.dataset.do : undefined;
    this.element.replaceChildren(...this.#buttons());
    this.questions.replaceChildren(...this.#questions());
    if (!focus) return;
    const [again] = [this.questions, this.element].flatMap(
      (part) => part.querySelector(`[data-do="${focus}"]`) ?? [],
    );
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /** Asks whether it is meant. @param {"resign" | "leave" | null} what */
  #confirm(what) {
    this.page.confirming = what;
    this.draw();
  }

  #buttons() {
    const { page, acts } = this;
    const { known } = page;
    const { state, mine } = known;
    const button = (
      /** @type {string} */ name,
      /** @type {string} */ key,
      /** @type {() => void} */ action,
      /** @type {boolean} */ off = false,
      /** @type {string} */ drawn = name,
    ) => h("button", { "data-do": name, disabled: off, onclick: action }, icon(drawn), t(key));
    const small = (
      /** @type {string} */ name,
      /** @type {string} */ key,
      /** @type {() => void} */ action,
      /** @type {string} */ drawn = name,
    ) =>
      h(
        "button",
        { class: "square", "data-do": name, "aria-label": t(key), title: t(key), onclick: action },
        icon(drawn),
      );
    /** @type {HTMLElement[]} */
    const buttons = [];
    const playing = state.phase === "playing";
    const alone = isAlone(known, page.person);
    if (playing && mine.length > 0) {
      if (known.setup.hints)
        buttons.push(button("hint", "play.hint", () => void acts.hint(), !myTurn(known)));
      buttons.push(button("back", "play.back", () => this.takeBack(), known.steps.length === 0));
      buttons.push(
        button(
          "draw",
          "play.draw",
          () => void acts.act({ do: "offer_draw" }),
          state.draw_offers.some((seat) => mine.includes(seat)),
        ),
      );
      buttons.push(button("resign", "play.resign", () => this.#confirm("resign")));
    }
    if (playing && (mine.length > 0 || alone)) {
      if (mayAbort(known))
        buttons.push(button("abort", "play.abort", () => void acts.act({ do: "abort" })));
      else if (alone) buttons.push(button("leave", "play.leave", () => this.#confirm("leave")));
    }
    if (playing && alone && mine.length === 0) {
      if (state.paused) {
        buttons.push(button("resume", "play.resume", () => void acts.act({ do: "resume" })));
        buttons.push(button("step", "play.step", () => void acts.act({ do: "step" })));
      } else buttons.push(button("pause", "play.pause", () => void acts.act({ do: "pause" })));
      const pace = h(
        "select",
        {
          "aria-label": t("play.speed"),
          "data-do": "pace",
          onchange: () => void acts.act({ do: "pace", ms: Number(pace.value) }),
        },
        ...Object.entries(PACES).map(([name, ms]) =>
          h("option", { value: ms, selected: ms === state.pace }, t(`speed.${name}`)),
        ),
      );
      buttons.push(pace);
    }
    if (state.phase === "ended") {
      if (mine.length > 0 && !state.next) {
        buttons.push(
          button(
            "rematch",
            "play.rematch",
            () => void acts.act({ do: "rematch", swap: false }),
            false,
            "turn",
          ),
        );
      }
      const query = page.key ? `?key=${encodeURIComponent(page.key)}` : "";
      buttons.push(
        h(
          "a",
          { class: "button", "data-do": "study", href: analysisOf(page) },
          icon("study"),
          t("play.study"),
        ),
      );
      buttons.push(
        h(
          "a",
          { class: "button", href: `/api/games/${known.id}/file${query}`, download: true },
          icon("save"),
          t("play.download"),
        ),
      );
      buttons.push(
        h(
          "button",
          { "data-do": "new", onclick: () => void dialog(known.setup.game) },
          t("play.new"),
        ),
      );
    }
    buttons.push(small("turn", "play.turn", () => acts.turn()));
    const mute = small(
      "sound",
      "play.sound",
      () => {
        remember({ sound: !settings.sound });
        this.draw();
      },
      settings.sound ? "sound" : "mute",
    );
    mute.setAttribute("aria-pressed", String(settings.sound));
    buttons.push(mute);
    if (playing && mine.length > 1) {
      const turns = checkbox(t("play.autoturn"), settings.autoturn, (autoturn) => {
        remember({ autoturn });
        if (autoturn) acts.turnHome();
      });
      buttons.push(turns);
    }
    return buttons;
  }

  #questions() {
    const { page, acts } = this;
    const { known } = page;
    const { state, mine, presence } = known;
    /** @type {HTMLElement[]} */
    const asked = [];
    const ask = (/** @type {string} */ text, /** @type {HTMLElement[]} */ ...answers) =>
      asked.push(h("div", { class: "question", role: "group" }, h("p", {}, text), ...answers));
    const answer = (
      /** @type {string} */ name,
      /** @type {string} */ key,
      /** @type {() => void} */ action,
      /** @type {string} */ kind = "",
    ) => h("button", { "data-do": name, class: kind, onclick: action }, t(key));
    const name = (/** @type {number} */ seat) => nameOf(state.seats[seat].occupant);
    if (state.phase === "open") asked.push(invitation(page, acts.act));
    if (mine.length === 0 && state.phase === "playing" && !isAlone(known, page.person))
      ask(t("play.watching"));
    if (page.confirming && state.phase === "playing") {
      const what = page.confirming;
      const seat = state.turn !== null && mine.includes(state.turn) ? state.turn : mine[0];
      ask(
        t(`play.sure.${what}`),
        answer(
          "yes",
          `play.yes.${what}`,
          () => {
            page.confirming = null;
            void acts.act(what === "resign" ? { do: "resign", seat } : { do: "leave" });
          },
          "danger",
        ),
        answer("no", "play.no", () => this.#confirm(null)),
      );
    }
    /** @type {(name: "answer_draw" | "answer_take_back", offer: number) => HTMLElement[]} */
    const consent = (name, offer) => [
      answer(
        "accept",
        "play.accept",
        () => void acts.act({ do: name, offer, accept: true }),
        "main-action",
      ),
      answer("decline", "play.decline", () => void acts.act({ do: name, offer, accept: false })),
    ];
    if (state.phase === "playing" && mine.length > 0) {
      const others = state.draw_offers.filter((seat) => !mine.includes(seat));
      if (others.length > 0 && state.draw_version !== null) {
        ask(
          t("play.offered", { name: name(others[0]) }),
          ...consent("answer_draw", state.draw_version),
        );
      } else if (state.draw_offers.length > 0) ask(t("play.offered.mine"));
      const back = state.take_back;
      if (back && !mine.includes(back.seat)) {
        ask(
          t("play.asked", { name: name(back.seat) }),
          ...consent("answer_take_back", back.version),
        );
      } else if (back) ask(t("play.asked.mine"));
      const away = presence.away_since.findIndex((since, i) => since !== null && !mine.includes(i));
      if (away >= 0 && presence.grace !== null) {
        ask(
          t("status.away", { name: name(away) }),
          answer("claim", "play.claim", () => void acts.act({ do: "claim" })),
        );
      }
    }
    if (state.phase === "ended" && state.rematch && !state.next) {
      if (state.rematch.agreed.includes(page.person)) ask(t("play.again.mine"));
      else if (mine.length > 0) {
        const { swap, version } = state.rematch;
        const other = state.seats.findIndex(
          (seat, i) => !mine.includes(i) && seat.occupant?.who === "person",
        );
        ask(
          t("play.again", { name: other >= 0 ? name(other) : "" }),
          answer(
            "accept",
            "play.accept",
            () => void acts.act({ do: "rematch", swap, offer: version }),
            "main-action",
          ),
        );
      }
    }
    return asked;
  }
}
