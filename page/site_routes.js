// @ts-check
/**
 * site_routes.js - the addresses of a site's views: a pattern of the fragment, and what makes the view of it.
 */
import { account_view } from "./site_account.js";
import { card_view } from "./site_card.js";
import { contest_view } from "./site_contest.js";
import { print_view, slip_view, wall_view } from "./site_contest_room.js";
import { contests_view } from "./site_contests.js";
import { board_view, week_view } from "./site_week.js";
import { league_game_view, league_view, leagues_view } from "./site_leagues.js";
import { lobby_view } from "./site_lobby.js";
import { player_view } from "./site_player.js";
import { daily_view, exercises_view } from "./practice.js";
import { ratings_view } from "./site_ratings.js";
import { all_time_view, week_ranking_view, weeks_view } from "./site_ranking.js";
import { record_view } from "./site_record.js";
import { table_view, tables_view } from "./site_tables.js";
import { tournament_view } from "./site_tournament.js";

/** @type {[RegExp, (view: import("./site_shell.js").View, ...words: string[]) => any][]} */
export const routes = [
  [/^#week$/, (view) => week_view(view, "current")],
  [/^#weeks$/, weeks_view],
  [/^#weeks\/(\d{4}-\d\d)$/, week_view],
  [/^#board\/(\d{4}-\d\d)\/(\d+)$/, board_view],
  [/^#game\/([\w-]+)$/, tournament_view],
  [/^#record\/(\d+)$/, record_view],
  [/^#ranking$/, (view) => week_ranking_view(view, "current")],
  [/^#ranking\/all$/, all_time_view],
  [/^#ranking\/(\d{4}-\d\d)$/, week_ranking_view],
  [/^#ratings(?:\/([\w-]+))?$/, ratings_view],
  [/^#player\/([^\/]+)$/, player_view],
  [/^#lobby$/, lobby_view],
  [/^#tables$/, tables_view],
  [/^#table\/([\w-]+)(?:\/([\w-]+))?$/, table_view],
  [/^#contests$/, contests_view],
  [/^#contest\/(\w+)$/, contest_view],
  [/^#contest\/(\w+)\/wall$/, wall_view],
  [/^#contest\/(\w+)\/print$/, print_view],
  [/^#slip\/(\w+)\/(\w+)$/, slip_view],
  [/^#leagues$/, leagues_view],
  [/^#league\/([^\/]+)$/, league_view],
  [/^#league\/([^\/]+)\/([^\/]+)$/, league_game_view],
  [/^#account$/, account_view],
  [/^#daily$/, daily_view],
  [/^#exercises$/, exercises_view],
  [/^#card$/, card_view],
  [/^#card\/([^\/]+)$/, card_view],
];
