// @ts-check
/**
 * site_account.js - signing up, signing in on another device, and what one may do with an account.
 */
import { ask, open_dialog } from "./dialog.js";
import { download, field, h, tick } from "./dom.js";
import { classes, class_text, copied, date, form, heading, link_button, section } from "./site_parts.js";
import { SiteError } from "./site_client.js";
import { turns_section } from "./site_turns.js";
import { _, fill } from "./texts.js";
/** @typedef {import("./site_shell.js").View} View */

/** @param {View} view */
export function account_view(view) {
  return view.site.account ? own_view(view) : [
    heading(_("Sign in"), { below: _("To play for the ranking you need a name. No e-mail address, no password.") }),
    h("div.site-columns", sign_up(view), sign_in(view)),
  ];
}

/** @param {string} name @param {any} more */
function text_input(name, more = {}) {
  return h("input", { type: "text", name, autocomplete: "off", autocapitalize: "off", spellcheck: "false", ...more });
}

/** @param {View} view */
function sign_up(view) {
  const { site } = view;
  const name = text_input("name", { autocomplete: "nickname", maxlength: "60", required: true });
  const kinds = classes.map((one, i) => h("label.tick", h("input", { type: "radio", name: "class", value: one, checked: i === 0 }), h("span", kind_text(one))));
  return section(_("New here"), form({
    fields: [
      field(_("Your name"), name, _("2 to 24 letters and digits; hyphens, apostrophes and one blank may stand between them. Everybody can read it in the rankings.")),
      h("fieldset.site-kinds", h("legend", _("Who plays?")), kinds,
        h("small.soft", _("Engines, and people who let one help them, are welcome. They have rankings of their own."))),
    ],
    button: _("Sign up"),
    run: async () => {
      const chosen = /** @type {HTMLInputElement|undefined} */ (kinds.map((label) => label.querySelector("input")).find((box) => box.checked));
      const request = { name: name.value.trim(), class: /** @type {Api.Class} */ (chosen?.value || "human") };
      if (!request.name) {
        name.focus();
        throw new SiteError(_("Choose a name first."), { status: 400 });
      }
      const answer = await site.post("accounts", request);
      await show_code(answer.recovery, answer.account.name, true);
      site.set_account(answer.account);
      view.shell.go("#week");
    },
  }));
}

/** @param {string} name */
function kind_text(name) {
  /** @type {{[name: string]: string}} */
  const texts = { human: _("I do, alone"), helped: _("I do, with an engine’s help"), engine: _("A program of mine") };
  return texts[name];
}

/** @param {View} view */
function sign_in(view) {
  const { site } = view;
  const name = text_input("name", { autocomplete: "username", maxlength: "60" }), code = text_input("code", { maxlength: "60", placeholder: "xxxxx-xxxxx-xxxxx-xxxxx" });
  return section(_("You have an account"), form({
    fields: [
      field(_("Your name"), name),
      field(_("Your recovery code"), code, _("It was shown when you signed up. Upper and lower case make no difference.")),
    ],
    button: _("Sign in on this device"), kind: "",
    run: async () => {
      if (!name.value.trim() || !code.value.trim()) throw new SiteError(_("Both name and code are needed."), { status: 400 });
      const answer = await site.post("session", { name: name.value.trim(), recovery: code.value.trim() });
      site.set_account(answer.account);
      view.shell.go("#week");
    },
  }));
}

/** Shows a recovery code, which is never shown again.
 * @param {string} code @param {string} name @param {boolean} fresh the account is new
 * @returns {Promise<void>} once it was put away */
function show_code(code, name, fresh) {
  return new Promise((resolve) => {
    const go = h("button.primary", { type: "button", disabled: true, onclick: () => dialog.close() }, _("Go on"));
    const save = () => download(`triancey-${name}.txt`, `${location.origin}/\n${fill(_("Name: %s"), name)}\n${fill(_("Recovery code: %s"), code)}\n`);
    const dialog = open_dialog(fresh ? fill(_("Welcome, %s"), name) : _("Your new recovery code"), [
      h("p", _("This is your recovery code. You need it to sign in on another device, or here if the browser forgets you.")),
      h("div.site-code", { "aria-label": _("Recovery code"), role: "group" }, code),
      copied(code, _("Recovery code")),
      h("div.actions", h("button", { type: "button", onclick: save }, _("Save it as a file"))),
      h("p.site-warning", _("It is shown only once. Nobody can give it to you again, not even the people who run this site.")),
      tick(_("I have saved it"), false, (on) => (go.disabled = !on)),
      h("div.actions", go),
    ], { fixed: true, onclose: () => resolve() });
  });
}

// ---- the account ---------------------------------------------------------------------------------

/** @param {View} view */
function own_view(view) {
  const { site } = view, { account } = site, about = h("span", "\u00a0");
  site.get("account").then((said) => {
    const whole = { ...said, ...said.account };
    about.textContent = [class_text(whole.class || "human"), whole.created ? fill(_("here since %s"), date(whole.created)) : ""].filter(Boolean).join(" \u00b7 ");
  }).catch(ignore);
  return [
    heading(account.name, { above: _("Your account"), below: about }),
    account.banned ? h("p.site-warning", account.reason ? fill(_("You may not play at present: %s"), account.reason) : _("You may not play at present.")) : null,
    h("div.actions", link_button(`#player/${account.id}`, _("Your games and results")), link_button("#week", _("The boards of the week"))),
    h("div.site-columns", devices(view), turns_section(view), data(view)),
  ];
}

/** @param {any} error */
function ignore(error) {
  if (!(error instanceof SiteError)) throw error;
}

/** @param {View} view */
function devices(view) {
  const { site } = view;
  const act = (/** @type {string} */ button, /** @type {() => Promise<any>} */ run) => form({ fields: [], button, kind: "", run });
  const leave = async (/** @type {string} */ path) => {
    await site.post(path);
    site.set_account(null);
    view.shell.refresh();
  };
  return section(_("Devices"),
    h("p", _("You are signed in here until you sign out.")),
    act(_("Sign out here"), () => leave("session/close")),
    h("p.soft", _("Without the recovery code you cannot sign in again.")),
    act(_("Sign out everywhere"), async () => {
      const sure = await ask(_("Sign out everywhere?"), _("Every device is signed out, this one too. You need the recovery code to sign in again."), [["no", _("Stay")], ["yes", _("Sign out everywhere")]]);
      if (sure === "yes") await leave("session/close-all");
    }),
    act(_("New recovery code"), async () => {
      const sure = await ask(_("A new recovery code?"), _("The old one stops working at once."), [["no", _("Keep the old one")], ["yes", _("New recovery code")]]);
      if (sure === "yes") await renew(view);
    }));
}

/** A device that signed in a while ago needs the old code for a new one.
 * @param {View} view */
async function renew(view) {
  const { site } = view;
  try {
    const answer = await site.post("account/recovery");
    await show_code(answer.recovery, site.account.name, false);
  } catch (error) {
    if (!(error instanceof SiteError) || error.status !== 403) throw error;
    const code = text_input("code", { maxlength: "60", placeholder: "xxxxx-xxxxx-xxxxx-xxxxx" });
    const dialog = open_dialog(_("A new recovery code?"), form({
      fields: [field(_("Your recovery code"), code, _("The old one stops working at once."))], button: _("New recovery code"), kind: "",
      run: async () => {
        const answer = await site.post("account/recovery", { recovery: code.value.trim() });
        dialog.close();
        await show_code(answer.recovery, site.account.name, false);
      },
    }));
    code.focus();
  }
}

/** @param {View} view */
function data(view) {
  const { site } = view;
  return section(_("Your data"),
    h("p", _("All that is kept about you: name, games, moves and times.")),
    h("div.actions", h("a.site-button", { href: "api/account/export", download: `triancey-${site.account.name}.json` }, _("Download my data"))),
    h("p.soft", _("If you delete the account, your name and keys are gone for good. Finished games stay under an anonymous name.")),
    h("div.actions", h("button.site-danger", { type: "button", onclick: () => remove(view) }, _("Delete my account\u2026"))));
}

/** @param {View} view */
function remove(view) {
  const { site } = view, name = text_input("name");
  const dialog = open_dialog(_("Delete your account?"), form({
    fields: [h("p", _("This cannot be undone. Games that are not over are lost. Your results stay in the rankings under a name that does not say who you were.")),
      field(fill(_("Type your name, %s, to confirm"), site.account.name), name)],
    button: _("Delete it for good"), kind: ".site-danger",
    run: async () => {
      if (name.value.trim() !== site.account.name) throw new SiteError(_("That is not your name."), { status: 400 });
      await site.post("account/delete", { name: name.value.trim() });
      dialog.close();
      site.set_account(null);
      view.shell.refresh();
    },
  }));
  name.focus();
}
