/* site_parts.c - the table of the parts. */
#include "config.h"

#include "club/site/frame/site_part.h"

#include <stddef.h>

extern const struct site_part site_part_pages, site_part_addresses, site_part_metrics,
    site_part_hasher, site_part_accounts, site_part_weeks, site_part_engines, site_part_table_feed,
    site_part_tables, site_part_lobby, site_part_turns, site_part_contests, site_part_ranking,
    site_part_ratings, site_part_records, site_part_feed, site_part_analysis, site_part_leagues;

/* clang-format off */
const struct site_part *const site_parts[] = {
    &site_part_pages,
    &site_part_addresses,
    &site_part_metrics,
    &site_part_hasher,
    &site_part_accounts,
    &site_part_weeks,
    &site_part_engines, /* before the feed, which tells what they have played */
    &site_part_table_feed,
    &site_part_tables,
    &site_part_lobby,
    &site_part_turns,
    &site_part_contests,
    &site_part_ranking,
    &site_part_ratings,
    &site_part_records,
    &site_part_feed,
    &site_part_analysis,
    &site_part_leagues,
    NULL,
};
/* clang-format on */
