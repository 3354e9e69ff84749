/* half_json.h - a half as JSON. Its members have these names in files of `export`, in what `--json`
 * prints, in the file of live games, and in answers and events of a site:
 *
 *     half                from 1
 *     margins, points     lists by seat
 *     termination, text   how it ended, and why if somebody is at fault
 *     at_fault            the seat, from 1
 *     plies, moves        their number, and the list of them
 *     clocks_us           what each move took, a list of microseconds
 *     finished            when, in UTC
 *
 *     analysis            what its moves were worth: effort, referee, finished and moves, each with
 *                         ply, seat, empty, legal, margin, bound, moved, moved_bound, loss, turned,
 *                         best, best_count and, of the reference computer, ties, ties_sum,
 *                         ties_margin (record_analysis.h); a bound that is missing is an estimate
 *
 * What is not known is null. A half without a termination is still played: nothing is known of its
 * result. Lists are read back by json_read.h.
 */
#ifndef TRIANCEY_RECORD_HALF_JSON_H
#define TRIANCEY_RECORD_HALF_JSON_H

struct analysis_list;
struct half_result;
struct json;
struct said;

/* The first adds all members of a half to an open object; the second only moves and clocks_us, from
 * texts as in moves.h. */
void half_json_add(const struct half_result *half, int seats, struct json *json);
void half_json_moves(const char *moves, const char *clocks, struct json *json);

/* Adds what an engine said about a move: margin, bound, depth, nodes, time and pv, as far as it
 * said them. */
void half_json_said(const struct said *said, struct json *json);

/* Adds the member `analysis`, if the half was analysed. */
void half_json_analysis(const struct analysis_list *list, struct json *json);

#endif
