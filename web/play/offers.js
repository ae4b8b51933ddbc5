// Offers of draws and take-backs, and confirmations.

import { t } from "../i18n.js";
import { answer, question } from "./asking.js";
import { called, listed, sideOf } from "./names.js";

/** @import { Action } from "../types.d.ts" */
/** @import { Source } from "./asking.js" */

/**
 * Asks for confirmation. On one screen it asks which side resigns.
 * @type {Source}
 */
export function confirmation(page, { act, confirm }) {
  const { confirming, known } = page;
  const { state, mine } = known;
  if (!confirming || state.phase !== "playing") return [];
  const go = (/** @type {Action} */ action) => () => {
    page.confirming = null;
    void act(action);
  };
  const no = answer("no", t("play.no"), () => confirm(null));
  const seats = mine.filter((seat) => !state.seats[seat].out);
  if (confirming !== "resign" || seats.length < 2) {
    const yes = answer("yes", t(`play.yes.${confirming}`), go({ do: confirming }), "danger");
    return [question(t(`play.sure.${confirming}`), yes, no)];
  }
  // The player to move comes first.
  const order = seats.toSorted((a, b) => Number(b === state.turn) - Number(a === state.turn));
  const sides = order.map((seat, i) =>
    answer(
      i === 0 ? "yes" : `yes-${seat}`,
      t("play.resigns", { side: sideOf(state.seats, seat) }),
      go({ do: "resign", seat }),
      "danger",
    ),
  );
  return [question(t("play.sure.side"), ...sides, no)];
}

/** @type {Source} */
export function draws({ known }, { act }) {
  const { state, mine } = known;
  const { draw_offers: offers, draw_version: offer, seats } = state;
  if (state.phase !== "playing" || mine.length === 0 || offer === null) return [];
  const reply = (/** @type {boolean} */ accept) => () =>
    void act({ do: "answer_draw", offer, accept });
  const asked = mine.filter((seat) => !seats[seat].out && !offers.includes(seat));
  if (asked.length === 0)
    return [question(t("play.offered.mine"), answer("withdraw", t("play.withdraw"), reply(false)))];
  // On one screen the others are asked by name.
  const here = offers.some((seat) => mine.includes(seat));
  const name = listed(offers.map((seat) => called(seats, seat)));
  const others = listed(asked.map((seat) => called(seats, seat)));
  return [
    question(
      t(here ? "play.offered.here" : "play.offered", { name, others }),
      answer("accept", t("play.accept"), reply(true), "main-action"),
      answer("decline", t("play.decline"), reply(false)),
    ),
  ];
}

/** @type {Source} */
export function takeBacks({ known }, { act }) {
  const { state, mine } = known;
  const back = state.take_back;
  if (state.phase !== "playing" || mine.length === 0 || !back) return [];
  const reply = (/** @type {boolean} */ accept) => () =>
    void act({ do: "answer_take_back", offer: back.version, accept });
  if (mine.includes(back.seat))
    return [question(t("play.asked.mine"), answer("withdraw", t("play.withdraw"), reply(false)))];
  if (back.agreed.some((seat) => mine.includes(seat))) return [question(t("play.asked.agreed"))];
  return [
    question(
      t("play.asked", { name: called(state.seats, back.seat) }),
      answer("accept", t("play.allow"), reply(true), "main-action"),
      answer("decline", t("play.refuse"), reply(false)),
    ),
  ];
}
