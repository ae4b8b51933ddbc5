// What can be done besides moving: hint, take-back, draw, resign, pause, another game.

import { h } from "../dom.js";
import { checkbox } from "../fields.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";
import { remember, settings } from "../settings.js";
import { isAlone, mayAbort, myTurn } from "../state.js";
import { playWith } from "./again.js";
import { hintsLeft } from "./hint.js";
import { Questions, redraw } from "./questions.js";
import { analysisOf } from "./state.js";

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
 * @property {(what: PageState["confirming"]) => void} confirm asks whether it is meant
 */

export class Tools {
  element = h("div", { class: "tools" });

  /** @param {PageState} page @param {Acts} acts */
  constructor(page, acts) {
    this.page = page;
    this.acts = acts;
    /** What wants an answer. */
    this.questions = new Questions(page, acts);
  }

  takeBack() {
    void this.acts.act({ do: "take_back" });
  }

  draw() {
    redraw(this.element, this.#buttons());
    this.questions.draw();
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
      if (known.setup.hints) {
        const left = hintsLeft(known);
        const hint = button(
          "hint",
          "play.hint",
          () => void acts.hint(),
          !myTurn(known) || left === 0,
        );
        if (left !== null) hint.append(h("span", { class: "left", dir: "ltr" }, String(left)));
        buttons.push(hint);
      }
      buttons.push(button("back", "play.back", () => this.takeBack(), known.steps.length === 0));
      buttons.push(
        button(
          "draw",
          "play.draw",
          () => void acts.act({ do: "offer_draw" }),
          state.draw_offers.some((seat) => mine.includes(seat)),
        ),
      );
      buttons.push(button("resign", "play.resign", () => acts.confirm("resign")));
    }
    if (playing && (mine.length > 0 || alone)) {
      if (mayAbort(known))
        buttons.push(button("abort", "play.abort", () => void acts.act({ do: "abort" })));
      else if (alone) buttons.push(button("leave", "play.leave", () => acts.confirm("leave")));
    }
    if (playing && alone) {
      // What was hardly begun is not worth a question.
      const restart = () =>
        mayAbort(known) ? void acts.act({ do: "restart" }) : acts.confirm("restart");
      buttons.push(button("restart", "play.restart", restart, known.steps.length === 0));
      buttons.push(button("again", "play.with", () => void playWith(page), false, "settings"));
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
        h("button", { "data-do": "new", onclick: () => void playWith(page) }, t("play.with")),
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
}
