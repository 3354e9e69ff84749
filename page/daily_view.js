// @ts-check
/**
 * daily_view.js - the place of the puzzles of the day: those of today, those of earlier days in a calendar, and for how many days
 * somebody has solved one.
 */
import { Drawing } from "./board_svg.js";
import { Client } from "./client.js";
import { FIRST_DAY, KINDS, date_of, ending_of, mark_solved, shape_game, shape_of, solved, streak } from "./daily.js";
import { h, put } from "./dom.js";
import { ExerciseView } from "./exercise_view.js";
import { day_number } from "./exercises.js";
import { icon } from "./icons.js";
import { number } from "./names.js";
import { round_button } from "./steps.js";
import { parse_board, parse_state } from "./tgi.js";
import { _, fill, language, ngettext } from "./texts.js";

/** @typedef {import("./exercises_view.js").Host} Host */

/** @param {number} day @param {Intl.DateTimeFormatOptions} how */
const date_text = (day, how) => new Intl.DateTimeFormat(language(), { timeZone: "UTC", ...how }).format(date_of(day));
const long_date = (/** @type {number} */ day) => date_text(day, { weekday: "long", day: "numeric", month: "long" });

/** @param {Host} host */
export function daily_content(host) {
  return new DailyView(host).element;
}

class DailyView {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.day = this.month = day_number();
    this.client = new Client(host.open);
    host.onend(() => this.client.end());
    this.head = h("div.daily-head");
    this.cards = h("div.daily-cards");
    this.calendar = h("section.daily-calendar", { "aria-label": _("Calendar") });
    this.element = h("div.practice.daily", this.head, this.cards, this.calendar);
    this.choose(this.day);
  }

  /** @param {number} day */
  choose(day) {
    this.day = day;
    this.pictures = new Map([["ending", this.picture("ending")], ["shape", this.picture("shape")]]);
    this.refresh();
  }

  refresh() {
    const today = day_number(), found = solved(), days = streak(found, today);
    put(this.head, h("h2", this.day === today ? fill(_("Today, %s"), long_date(this.day)) : long_date(this.day)),
      h("p.soft", days ? fill(ngettext("Your streak: %s day.", "Your streak: %s days.", days), number(days)) : _("Everybody gets the same two puzzles. Solve one a day: your days in a row are counted here.")));
    put(this.cards, this.ending_card(found), this.shape_card(found));
    this.draw_calendar(found, today);
  }

  /** @param {import("./daily.js").Kind} kind @param {any} found @param {string} title @param {string} text @param {() => any} run */
  card(kind, found, title, text, run) {
    const done = found[kind][this.day] !== undefined;
    return h("article.daily-card", this.pictures?.get(kind), h("div", h("h3", title), h("p", text),
      h("div.actions", h(done ? "button" : "button.primary", { type: "button", onclick: run }, done ? [icon("done"), _("Solved: look again")] : _("Solve")))));
  }

  /** @param {any} found */
  ending_card(found) {
    const { day } = this, { board, position } = ending_of(day);
    return this.card("ending", found, _("An ending of Selacata"), _("Yellow is to move, and the fewest cells win. Exactly one move is the best."), () => new ExerciseView(this.host.open, {
      title: fill(_("Ending of %s"), date_text(day, { day: "numeric", month: "long" })), text: _("The fewest cells win. Exactly one move is the best; the engine has proved it."), board, position, moves: [],
      onsolved: () => {
        mark_solved("ending", day);
        this.refresh();
      },
    }));
  }

  /** @param {any} found */
  shape_card(found) {
    const { day } = this, { laid } = shape_of(day);
    return this.card("shape", found, _("A shape of Trioker"), fill(ngettext("Fill it: %s piece is laid, and there is exactly one solution.", "Fill it: %s pieces are laid, and there is exactly one solution.", laid.length), number(laid.length)), async () => {
      const page = await this.host.page(), game = shape_game(day);
      const trouble = page.shelf.has(game.id) ? await page.open_kept(game.id) : await page.open_object(game);
      if (trouble) page.say(trouble);
      else page.show_tab("play");
    });
  }

  /** @param {import("./daily.js").Kind} kind */
  picture(kind) {
    const frame = h("div.daily-picture", { "aria-hidden": "true" }), { client, day } = this;
    const { board, line } = kind === "ending" ? { board: ending_of(day).board, line: ending_of(day).position }
      : { board: `${shape_of(day).shape} trioker-puzzle`, line: `position moves ${shape_of(day).laid.join(" ")}` };
    const work = (this.queue ?? Promise.resolve()).then(async () => {
      await client.set_option("Hash", 1);
      await client.set_grid(board);
      const drawing = new Drawing(parse_board(await client.ask("board")));
      await client.set_position(line);
      drawing.crop(true);
      drawing.show(parse_state(await client.ask("state")));
      drawing.svg.setAttribute("aria-hidden", "true");
      put(frame, drawing.svg);
    });
    this.queue = work.catch(() => null); /* nobody misses a picture */
    return frame;
  }

  // ---- the calendar ------------------------------------------------------------------------------

  /** @param {any} found @param {number} today */
  draw_calendar(found, today) {
    const month = date_of(this.month), year = month.getUTCFullYear(), number_of_month = month.getUTCMonth();
    const first = Date.UTC(year, number_of_month, 1) / 86400000, last = Date.UTC(year, number_of_month + 1, 1) / 86400000 - 1;
    const go = (/** @type {number} */ day) => {
      this.month = day;
      this.refresh();
    };
    const back = round_button({ icon: "back", keys: [] }, _("Earlier month"), () => go(first - 1)), next = round_button({ icon: "next", keys: [] }, _("Later month"), () => go(last + 1));
    back.disabled = first <= FIRST_DAY;
    next.disabled = last >= today;
    const blanks = (date_of(first).getUTCDay() + 6) % 7, days = Array.from({ length: last - first + 1 }, (_one, i) => first + i);
    put(this.calendar, h("div.daily-month", back, h("h3", date_text(first, { month: "long", year: "numeric" })), next),
      h("div.daily-days", Array.from({ length: 7 }, (_one, i) => h("span.daily-name", { "aria-hidden": "true" }, date_text(FIRST_DAY + i, { weekday: "narrow" }))),
        Array.from({ length: blanks }, () => h("span")), days.map((day) => this.day_button(day, found, today))));
  }

  /** @param {number} day @param {any} found @param {number} today */
  day_button(day, found, today) {
    const done = KINDS.filter((kind) => found[kind][day] !== undefined).length;
    const said = [long_date(day), done ? fill(_("%1$s of %2$s solved"), done, KINDS.length) : ""].filter(Boolean).join(", ");
    return h(`button.daily-day${done ? `.has-${done}` : ""}${day === today ? ".is-today" : ""}`, {
      type: "button", disabled: day > today || day < FIRST_DAY, "aria-label": said, "aria-current": day === this.day ? "date" : null, onclick: () => this.choose(day),
    }, String(date_of(day).getUTCDate()));
  }
}
