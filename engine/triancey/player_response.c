/* player_response.c - the player `response`: the best reply to an opponent that is known.
 *
 * It searches the graph of what can follow if the opponent moves as the option Model says
 * (graph.h). It measures what can be won from the reference computer, and is not meant for other
 * opponents.
 */
#include <math.h>

#include "base/language.h"
#include "engine/player/option.h"
#include "engine/player/player.h"
#include "engine/player/stopwatch.h"
#include "engine/player/tree.h"
#include "engine/triancey/graph.h"
#include "games/triancey.h"

enum { FIRST_REPORT = 1000 }; /* walks before anything is said */

struct response_parameters {
    long long model; /* the opponent that it assumes */
};

enum { MODEL_REFERENCE, MODEL_RANDOM };

static const struct response_parameters usual = {.model = MODEL_REFERENCE};

/* Only opponents that answer at once can be assumed. */
static const struct option_row options[] = {
    {.name = "Model",
     .type = OPTION_COMBO,
     .about = N_("the opponent that the player response assumes"),
     .offset = offsetof(struct response_parameters, model),
     .choices = "reference random",
     .refusal = N_("'%.60s' is not a model; the models are reference and random")},
    {.name = NULL}};

static void report(const struct task *task, const struct graph *graph, uint64_t walks) {
    const struct choice *ranked[SURFACE_CELLS_MAX];
    graph_rank(graph, ranked);
    for (int i = 0; i < task_lines(task); i++) {
        bool known = ranked[i]->exact || ranked[i]->visits > 0;
        struct report report = {.rank = i + 1,
                                .margin = known ? (int)lround(ranked[i]->value) : 0,
                                .bound = known ? BOUND_ESTIMATE : BOUND_MISSING,
                                .visits = ranked[i]->visits,
                                .nodes = walks,
                                .full = graph_full(graph)};
        report.pv_count = report.depth = graph_line(graph, ranked[i], report.pv, PV_MAX);
        task->report(task->context, &report);
    }
}

/* Walks until a limit is reached or there is nothing left to find. */
static void search(struct task *task, struct graph *graph) {
    uint64_t walks = 0, said = 0, max = tree_playouts(&task->limits);
    while (walks < max && !graph_is_exact(graph) &&
           !stopwatch_is_over(task->watch, task->limits.soft)) {
        graph_walk(graph);
        if (++walks < FIRST_REPORT || walks < 2 * said)
            continue;
        report(task, graph, walks);
        said = walks;
    }
    if (walks > said || said == 0)
        report(task, graph, walks);
}

static uint32_t response_choose(struct task *task) {
    const struct choice *ranked[SURFACE_CELLS_MAX];
    const struct response_parameters *parameters = task->parameters ? task->parameters : &usual;
    bool reference = parameters->model == MODEL_REFERENCE;
    struct graph *graph = task->allowed_count > 1 ? graph_new(task, reference) : NULL;
    if (!graph) /* a legal move is better than none */
        return task->allowed[0];
    search(task, graph);
    graph_rank(graph, ranked);
    uint32_t move = ranked[0]->move;
    graph_free(graph);
    return move;
}

const struct player player_response = {
    .name = "response",
    .about = N_("the best reply to the reference computer: what can be won from it"),
    .plays = triancey_is,
    .choose = response_choose,
    .parameters = &usual,
    .parameters_size = sizeof usual,
    .options = options,
};
