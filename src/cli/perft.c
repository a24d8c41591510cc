/* baghchal perft: counts the leaves of the game tree, on one thread or several. */
#include "cli/commands.h"
#include "cli/options.h"

#include <baghchal/perft.h>
#include <baghchal/text.h>

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: baghchal perft DEPTH [--position P] [--rules R] [--board B] [--divide] [--threads N] [--json]\n"
    "\n"
    "Counts the lines of play of each length from 1 to DEPTH turns: a line DEPTH<TAB>LEAVES for each. No history "
    "rules\n"
    "apply (no repetition, no quiet turns); a position in which the tigers have eaten enough has no moves.\n"
    "\n"
    "  --position P   start from this position instead of the start of the game\n"
    "  --rules R      a rule set, such as nepal, four, or goats=7 (default: nepal)\n"
    "  --board B      standard, 4x4 or 3x3 (default: standard)\n"
    "  --divide       before the last line, MOVE<TAB>LEAVES for each first move\n"
    "  --threads N    count on N threads (default: 1)\n"
    "  --json         write one JSON object at the end instead of lines\n";

enum { DEPTH_MAX = 99, THREADS_MAX = 256, SPLIT_PLIES = 2, SUBTREES_A_THREAD = 32 };

/* A subtree to be counted: `depth` plies below `position`, which the first move `move` (a number in the list) led to. */
struct subtree {
    struct bc_position position;
    unsigned move;
};

/* The subtrees some plies down, taken one after the other by the threads, each of which adds up its own leaves. */
struct queue {
    const struct bc_board *board;
    const struct bc_rules *rules;
    struct subtree *subtrees;
    size_t subtree_count;
    size_t subtree_capacity;
    unsigned depth;
    atomic_size_t next;
    _Atomic uint64_t leaves[BC_MOVES_MAX]; /* by first move */
};

static bool add_subtree(struct queue *queue, const struct bc_position *position, unsigned move)
{
    if (queue->subtree_count == queue->subtree_capacity) {
        size_t capacity = queue->subtree_capacity == 0 ? 256 : 2 * queue->subtree_capacity;
        struct subtree *larger = reallocarray(queue->subtrees, capacity, sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        queue->subtrees = larger;
        queue->subtree_capacity = capacity;
    }
    queue->subtrees[queue->subtree_count++] = (struct subtree){*position, move};
    return true;
}

/* Fills the queue with what lies `plies` below the position. */
static bool split(struct queue *queue, const struct bc_position *position, unsigned plies, unsigned move)
{
    if (plies == 0) {
        return add_subtree(queue, position, move);
    }
    if (position->goats_eaten >= queue->rules->goats_to_win) {
        return true;
    }
    struct bc_move_list list;
    bc_position_moves(queue->board, position, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct bc_position next = *position;
        struct bc_undo undo;
        bc_position_make(queue->board, &next, list.moves[i], &undo);
        if (!split(queue, &next, plies - 1, move < BC_MOVES_MAX ? move : i)) {
            return false;
        }
    }
    return true;
}

static void *count_subtrees(void *argument)
{
    struct queue *queue = argument;
    size_t index = 0;
    while ((index = atomic_fetch_add(&queue->next, 1)) < queue->subtree_count) {
        const struct subtree *subtree = &queue->subtrees[index];
        atomic_fetch_add(&queue->leaves[subtree->move],
                         bc_perft(queue->board, queue->rules, &subtree->position, queue->depth));
    }
    return NULL;
}

/* Splits the tree two plies down, or further down while that gives too few subtrees for the threads. */
static bool split_for(struct queue *queue, const struct bc_position *position, unsigned depth, unsigned threads)
{
    for (unsigned plies = depth > SPLIT_PLIES ? SPLIT_PLIES : 1;; plies++) {
        queue->subtree_count = 0;
        queue->depth = depth - plies;
        if (!split(queue, position, plies, BC_MOVES_MAX)) {
            return false;
        }
        if (queue->subtree_count >= (size_t)threads * SUBTREES_A_THREAD || plies + 1 >= depth) {
            return true;
        }
    }
}

/* Counts the leaves at a depth, for each first move too. Returns false when memory is short. Threads that cannot be started
 * leave their share to the others. */
static bool count(struct queue *queue, const struct bc_position *position, unsigned depth, unsigned threads)
{
    atomic_store(&queue->next, 0);
    for (unsigned i = 0; i < BC_MOVES_MAX; i++) {
        atomic_store(&queue->leaves[i], 0);
    }
    if (!split_for(queue, position, depth, threads)) {
        return false;
    }
    pthread_t others[THREADS_MAX];
    unsigned started = 0;
    while (started + 1 < threads && pthread_create(&others[started], NULL, count_subtrees, queue) == 0) {
        started++;
    }
    count_subtrees(queue);
    for (unsigned i = 0; i < started; i++) {
        (void)pthread_join(others[i], NULL);
    }
    return true;
}

static uint64_t all_leaves(const struct queue *queue)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < BC_MOVES_MAX; i++) {
        sum += atomic_load(&queue->leaves[i]);
    }
    return sum;
}

/* Writes or notes the leaves of each first move. */
static void divide(const struct queue *queue, const struct bc_position *position, json_t *object)
{
    if (position->goats_eaten >= queue->rules->goats_to_win) {
        return;
    }
    struct bc_move_list list;
    bc_position_moves(queue->board, position, &list);
    for (unsigned i = 0; i < list.count; i++) {
        char text[BC_MOVE_TEXT_MAX];
        bc_move_write(queue->board, list.moves[i], text);
        uint64_t leaves = atomic_load(&queue->leaves[i]);
        if (object != NULL) {
            (void)json_object_set_new(object, text, json_integer((json_int_t)leaves));
        } else {
            (void)printf("%s\t%llu\n", text, (unsigned long long)leaves);
        }
    }
}

static int run(int argc, char **argv)
{
    const char *board_name = NULL;
    const char *rules_text = NULL;
    const char *position_text = NULL;
    unsigned long threads = 1;
    bool divides = false;
    bool json = false;
    const struct option options[] = {
        {.name = "board", .text = &board_name},
        {.name = "rules", .text = &rules_text},
        {.name = "position", .text = &position_text},
        {.name = "threads", .number = &threads, .minimum = 1, .maximum = THREADS_MAX},
        {.name = "divide", .flag = &divides},
        {.name = "json", .flag = &json},
        {0},
    };
    int code = read_options("perft", options, &argc, argv);
    if (code != EXIT_DONE) {
        return code;
    }
    if (argc != 2) {
        return complain_usage("perft", argc < 2 ? "DEPTH is missing" : "there is more than one DEPTH");
    }
    char *end = NULL;
    unsigned long depth = strtoul(argv[1], &end, 10);
    if (argv[1][0] < '0' || argv[1][0] > '9' || *end != '\0' || depth < 1 || depth > DEPTH_MAX) {
        return complain_usage("perft", "DEPTH is a number from 1 to %d, not '%s'", DEPTH_MAX, argv[1]);
    }
    struct bc_board board;
    struct bc_rules rules;
    struct bc_position position;
    if ((code = read_board_option("perft", board_name, &board)) != EXIT_DONE ||
        (code = read_rules_option("perft", &board, rules_text, &rules)) != EXIT_DONE ||
        (code = read_position_text("perft", &board, position_text, &position)) != EXIT_DONE) {
        return code;
    }

    struct queue queue = {.board = &board, .rules = &rules};
    json_t *depths = json ? json_array() : NULL;
    json_t *moves = json && divides ? json_object() : NULL;
    for (unsigned i = 1; i <= depth; i++) {
        if (!count(&queue, &position, i, (unsigned)threads)) {
            code = complain("perft", "not enough memory");
            break;
        }
        if (i == depth && divides) {
            divide(&queue, &position, moves);
        }
        unsigned long long leaves = all_leaves(&queue);
        if (json) {
            (void)json_array_append_new(depths, json_pack("{s:i, s:I}", "depth", (int)i, "leaves", (json_int_t)leaves));
        } else {
            (void)printf("%u\t%llu\n", i, leaves);
            if (fflush(stdout) != 0) {
                break;
            }
        }
    }
    if (json && code == EXIT_DONE) {
        char text[BC_POSITION_TEXT_MAX];
        char rules_name[BC_RULES_TEXT_MAX];
        bc_position_write(&board, &position, text);
        bc_rules_write(&board, &rules, rules_name);
        json_t *object = json_pack("{s:s, s:s, s:s, s:O, s:O*}", "board", board.description->name, "rules", rules_name,
                                   "position", text, "depths", depths, "moves", moves);
        (void)json_dumpf(object, stdout, 0);
        (void)putchar('\n');
        json_decref(object);
    }
    json_decref(moves);
    json_decref(depths);
    free(queue.subtrees);
    return code;
}

const struct command perft_command = {
    .name = "perft",
    .summary = "count the lines of play of each length",
    .help = help,
    .run = run,
};
