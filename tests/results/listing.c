/* listing.c - one table in every form: its order, its headings, what is not known, and what a name
 * may not do. */
#include "config.h"

#include "base/json.h"
#include "base/language.h"
#include "results/listing.h"
#include "tests/lib/tap.h"

#include <math.h>
#include <stdlib.h>

static const struct player {
    const char *name;
    int64_t won, total;
    double mean, error, share;
} players[] = {{"anna", 3, 12, 1.5, 0.25, 0.75},
               {"=<b>&\n", 0, -12, NAN, NAN, NAN},
               {"a long name, \xc3\xa9", 1, 0, -1, NAN, 0.5}};

static void player_columns(struct listing *listing, const void *table, int64_t i) {
    const struct player *player = (const struct player *)table + i;
    const char *margins = N_("margins");
    listing_row(
        listing,
        (const struct column[]){
            {"rank", "", 3, .cell = cell_count(i + 1)},
            {"name", N_("player"), .cell = cell_name(player->name)},
            {"won", N_("won"), 4, .cell = cell_count(player->won), .late = true},
            {"total", N_("total"), 6, cell_total(player->total), .group = margins},
            {"mean", N_("mean"), 6, cell_real("%+.2f", player->mean), .group = margins},
            {"error", "+-", 5, cell_error("%.2f", player->error, player->error), .group = margins},
            {"score", "%", 2, .cell = cell_share("%.0f", player->share)},
            {NULL, "seen", 2, .cell = cell_text("a b"), .without = LISTING_TEXT},
            {"told", .cell = cell_text("x,y"), .without = LISTING_JSON},
            {0},
        });
}

static void prints(enum listing_form form, int rows, const char *wanted, const char *name) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&bytes, &size);
    listing_print(player_columns, players, rows, form, file);
    fclose(file);
    is_string(bytes, wanted, "%s", name);
    free(bytes);
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    prints(LISTING_TEXT, 2,
           "                        margins\n"
           "     player  total   mean    +-  %  won\n"
           "  1  anna      +12  +1.50  0.25 75    3\n"
           "  2  =<b>&.    -12      -     -  -    0\n",
           "text");
    prints(LISTING_TEXT, 0,
           "                        margins\n"
           "     player  total   mean    +-  %  won\n",
           "text of no rows has headings");
    prints(LISTING_CSV, 3,
           "rank,name,won,total,mean,error,score,told\n"
           "1,anna,3,12,1.5,0.25,0.75,\"x,y\"\n"
           "2,'=<b>&.,0,-12,,,,\"x,y\"\n"
           "3,\"a long name, \xc3\xa9\",1,0,-1,,0.5,\"x,y\"\n",
           "CSV");
    prints(LISTING_CSV, 0, "rank,name,won,total,mean,error,score,told\n",
           "CSV of no rows has keys");
    prints(LISTING_HTML, 2,
           "<div class=wide><table class=standings><tr class=over><th></th><th></th>"
           "<th colspan=2>margins</th><th></th><th></th><th></th></tr>"
           "<tr><th></th><th scope=col class=left>player</th><th scope=col>total</th>"
           "<th scope=col>mean</th><th scope=col>%</th><th scope=col>seen</th>"
           "<th scope=col>won</th></tr>\n"
           "<tr><td>1</td><th scope=row>anna</th><td>+12</td><td>+1.50 &plusmn; 0.25</td>"
           "<td>75</td><td>a b</td><td>3</td></tr>\n"
           "<tr><td>2</td><th scope=row>=&lt;b&gt;&amp;</th><td>-12</td><td>&ndash;</td>"
           "<td>&ndash;</td><td>a b</td><td>0</td></tr>\n</table></div>\n",
           "HTML");
    struct json json = {0};
    json_open(&json, NULL, '{');
    listing_json(player_columns, players, 2, "players", &json);
    json_close(&json, '}');
    is_string(text_get(&json.text),
              "{\"players\":[{\"rank\":1,\"name\":\"anna\",\"won\":3,\"total\":12,\"mean\":1.5,"
              "\"error\":0.25,\"score\":0.75},{\"rank\":2,\"name\":\"=<b>&\\u000a\",\"won\":0,"
              "\"total\":-12,\"mean\":null,\"error\":null,\"score\":null}]}",
              "JSON");
    text_free(&json.text);
    return done();
}
