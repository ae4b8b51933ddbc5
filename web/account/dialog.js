// The dialog of my account: name and picture, devices, password.

import { otherDevice } from "./code.js";
import { personName } from "../catalog.js";
import { become, change, me } from "../identity.js";
import { Introduction, ownName } from "../introduction.js";
import { h } from "../dom.js";
import { language, t } from "../i18n.js";
import { ask, connection, introduce } from "../net.js";
import { explain, notice } from "../notice.js";
import { remember } from "../settings.js";

/** @import { Me, Session, Token } from "../types.d.ts" */

/** Minimum length of names and passwords. */
const NAME = 2;
const PASSWORD = 8;

export async function show() {
  const inside = h("div", { class: "inside" });
  const box = h(
    "dialog",
    { class: "account", "aria-labelledby": "account-title", onclose: () => box.remove() },
    inside,
  );
  const draw = async () => {
    const again = introduce();
    await again;
    become(again);
    const person = await me;
    const { login, name } = person;
    /** @type {[Session[], Token[]]} */
    const [sessions, tokens] = await Promise.all([ask("/api/sessions"), ask("/api/tokens")]);
    inside.replaceChildren(
      h("h2", { id: "account-title", tabindex: -1 }, t("account.title")),
      likeness(person, done),
      otherDevice(() => done(t("device.linked"))),
      ...(login === null && sessions.length < 2 ? [] : [sessionList(sessions, done)]),
      ...(tokens.length > 0 ? [tokenList(tokens, done)] : []),
      h(
        "p",
        { class: "standing" },
        t(login === null ? "account.guest" : "account.registered", { name: personName(name) }),
      ),
      ...(login === null ? guest(person, done) : registered(tokens.length > 0, done)),
      ownData(person, () => box.close()),
      h(
        "div",
        { class: "ends" },
        h("button", { class: "main-action", onclick: () => box.close() }, t("settings.save")),
      ),
    );
  };
  /** Reports what was done and draws the dialog again. @param {string} [told] */
  const done = async (told) => {
    if (told) notice(told);
    await draw();
    inside.querySelector("h2")?.focus();
  };
  try {
    await draw();
  } catch (error) {
    notice(explain(error));
    return;
  }
  document.body.append(box);
  box.showModal();
}

/** @typedef {(told?: string) => Promise<void>} Done */

/** My page, my data, and deleting the account. @param {Me} person @param {() => void} close */
function ownData({ id, login }, close) {
  const leave = form(
    "account.farewell",
    [
      h("p", { class: "soft" }, t("account.farewell.about")),
      ...(login === null
        ? []
        : [passwordField("password", "account.password", "current-password")]),
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", name: "sure", required: true }),
        t("account.farewell.sure"),
      ),
    ],
    async ({ password }) => {
      await ask("/api/me", password ? { password } : {}, "DELETE");
      // The next request makes a new guest.
      location.assign("/");
    },
  );
  return h(
    "section",
    { class: "own-data" },
    h("h3", {}, t("account.data")),
    h(
      "div",
      { class: "buttons" },
      h("a", { class: "button", href: `/people/${id}`, onclick: close }, t("people.mine")),
      h(
        "a",
        { class: "button", href: "/api/me/data", download: "agon-my-data.json" },
        t("people.export"),
      ),
    ),
    h("details", {}, h("summary", {}, t("account.farewell")), leave),
  );
}

/** Name and picture. @param {Me} person @param {Done} done */
function likeness(person, done) {
  const fields = new Introduction({ name: ownName(person), picture: person.picture });
  return form("account.likeness", [fields.element], async () => {
    if (fields.changes) await change(fields.changes);
    remember({ welcomed: true });
    await done(t("account.likeness.done"));
  });
}

/** Registering, or signing in. @param {Me} person @param {Done} done */
function guest(person, done) {
  return [
    form(
      "account.keep",
      [nameField(ownName(person)), passwordField("password", "account.password", "new-password")],
      async (values) => {
        await ask("/api/register", { login: values.login, password: values.password });
        connection.reopen();
        await done(t("account.kept"));
      },
    ),
    form(
      "account.enter",
      [nameField(""), passwordField("password", "account.password", "current-password")],
      async (values) => {
        await ask("/api/login", { login: values.login, password: values.password });
        // Everything on the page belongs to another person now.
        location.assign("/");
      },
    ),
  ];
}

/** Changing the password, signing out. @param {boolean} hasTokens @param {Done} done */
function registered(hasTokens, done) {
  return [
    form(
      "account.change",
      [
        passwordField("old", "account.old", "current-password"),
        passwordField("new", "account.new", "new-password"),
        ...(hasTokens
          ? [
              h(
                "label",
                { class: "check" },
                h("input", { type: "checkbox", name: "keep_tokens" }),
                t("account.keep_tokens"),
              ),
            ]
          : []),
      ],
      async (values) => {
        const keep_tokens = "keep_tokens" in values;
        await ask("/api/password", { old: values.old, new: values.new, keep_tokens });
        connection.reopen();
        await done(t("account.changed"));
      },
    ),
    h(
      "button",
      {
        class: "danger",
        "data-do": "sign-out",
        onclick: () =>
          void attempt(async () => {
            await ask("/api/logout", {});
            location.assign("/");
          }),
      },
      t("account.sign_out"),
    ),
  ];
}

/** @param {Session[]} sessions @param {Done} done */
function sessionList(sessions, done) {
  const row = (/** @type {Session} */ { id, label, seen, current }) => {
    const device = label || t("account.session.unknown");
    return h(
      "li",
      {},
      h("span", { class: "what" }, device, h("small", {}, t("account.seen", { time: time(seen) }))),
      current
        ? h("span", { class: "badge" }, t("account.session.here"))
        : ending(`/api/sessions/${id}`, "account.session.end", device, done),
    );
  };
  return h(
    "section",
    { class: "sessions" },
    h("h3", {}, t("account.sessions")),
    h("ul", { class: "rows" }, ...sessions.map(row)),
    sessions.length > 1 &&
      h(
        "button",
        {
          "data-do": "end-others",
          onclick: () =>
            void attempt(async () => {
              await ask("/api/sessions", undefined, "DELETE");
              await done();
            }),
        },
        t("account.sessions.end"),
      ),
  );
}

/** @param {Token[]} tokens @param {Done} done */
function tokenList(tokens, done) {
  const row = (/** @type {Token} */ { id, label, created, scopes }) =>
    h(
      "li",
      {},
      h(
        "span",
        { class: "what" },
        label,
        h(
          "small",
          {},
          [time(created), ...scopes.map((scope) => t(`account.scope.${scope}`))].join(" · "),
        ),
      ),
      ending(`/api/tokens/${id}`, "account.program.end", label, done),
    );
  return h(
    "section",
    {},
    h("h3", {}, t("account.programs")),
    h("ul", { class: "rows" }, ...tokens.map(row)),
  );
}

/**
 * Returns a button that deletes something.
 * @param {string} path
 * @param {string} key
 * @param {string} name
 * @param {Done} done
 */
const ending = (path, key, name, done) =>
  h(
    "button",
    {
      "aria-label": `${t(key)}: ${name}`,
      onclick: () =>
        void attempt(async () => {
          await ask(path, undefined, "DELETE");
          await done();
        }),
    },
    t(key),
  );

/** @param {number} moment */
const time = (moment) =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(moment);

/** @param {() => Promise<void>} work */
async function attempt(work) {
  try {
    await work();
  } catch (error) {
    notice(explain(error));
  }
}

/**
 * Returns a form with a heading; its button has the same text.
 * @param {string} key
 * @param {HTMLElement[]} fields
 * @param {(values: Record<string, string>) => Promise<void>} send
 */
function form(key, fields, send) {
  const problem = h("p", { role: "alert", class: "problem" });
  const button = h("button", { "data-do": key.split(".")[1] }, t(`${key}.go`));
  const element = h(
    "form",
    { "aria-label": t(key) },
    h("h3", {}, t(key)),
    ...fields,
    problem,
    button,
  );
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    button.disabled = true;
    try {
      const values = [...new FormData(element)].map(([name, value]) => [name, String(value)]);
      await send(Object.fromEntries(values));
    } catch (error) {
      problem.textContent = explain(error);
    } finally {
      button.disabled = false;
    }
  });
  return element;
}

/** @param {string} value */
const nameField = (value) =>
  labelled(
    t("account.name"),
    h("input", {
      name: "login",
      value,
      required: true,
      minlength: NAME,
      maxlength: 24,
      autocomplete: "username",
      autocapitalize: "off",
      spellcheck: "false",
    }),
  );

/** @param {string} name @param {string} key @param {"current-password" | "new-password"} kind */
const passwordField = (name, key, kind) =>
  labelled(
    kind === "new-password" ? `${t(key)} ${t("account.rule", { count: PASSWORD })}` : t(key),
    h("input", {
      name,
      type: "password",
      required: true,
      minlength: kind === "new-password" ? PASSWORD : 1,
      maxlength: 200,
      autocomplete: kind,
    }),
  );

/** @param {string} label @param {HTMLInputElement} input */
const labelled = (label, input) => h("label", { class: "field" }, h("span", {}, label), input);
