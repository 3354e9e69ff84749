/* commands.h - the one list of the protocol's commands and answers, a row for each.
 *
 * The file that includes it defines what a row becomes: COMMAND(id, function, when, ...) for a line
 * to an engine, ANSWER(id, ...) for a line from one. The other arguments are the members of a
 * struct protocol_command. `function` is the engine's (handle_FUNCTION), `when` says when it is
 * obeyed: ALWAYS, or only while no search is running (IDLE), and then if there is a board
 * (ON_BOARD). PROTOCOL.md says what each command means.
 */
COMMAND(TGI, tgi, IDLE, "tgi", false, "",
        "who are you: id, features, games and options, then tgiok", {{0}})
COMMAND(UCI, tgi, IDLE, "uci", false, "", "the same, ended by uciok", {{0}})
COMMAND(ISREADY, isready, ALWAYS, "isready", false, "",
        "answered by readyok once all before it is done", {{0}})
COMMAND(SETOPTION, setoption, IDLE, "setoption", false, "name NAME [value VALUE]", "set an option",
        {{"name", FIELD_WORD, true, NO_LIMITS, "the option"},
         {"value", FIELD_REST, false, NO_LIMITS, "its new value"}})
COMMAND(SETGRID_INLINE, setgrid, IDLE, "setgrid inline", false, "GAME NAME cells N sides A,B,C ...",
        "choose a game and a board that is spelled out: the three neighbours of each cell",
        {{NULL, FIELD_WORD, true, NO_LIMITS, "the game"},
         {NULL, FIELD_WORD, true, NO_LIMITS, "the name of the board"},
         {"cells", FIELD_NUMBER, true, 1, PROTOCOL_CELLS_MAX, "how many cells"},
         {"sides", FIELD_WORDS, true, NO_LIMITS, "the neighbours of each cell"}})
COMMAND(SETGRID, setgrid, IDLE, "setgrid", false, "NAME [GAME] | GAME [KEY VALUE]...",
        "choose a board (a file, a shape or a word) and a game, or a game alone and what it "
        "leaves open",
        {{NULL, FIELD_REST, true, NO_LIMITS, "the board and the game"}})
COMMAND(NEWGAME, newgame, ON_BOARD, "newgame", false, "[half H] [carry P1 P2] [players N] [seed S]",
        "begin a half on the board", {NEWGAME_FIELDS})
COMMAND(PLAY, play, ON_BOARD, "play", false, "MOVE...",
        "play moves: all of them or, if one is illegal, none",
        {{NULL, FIELD_WORDS, true, NO_LIMITS, "the moves"}})
COMMAND(UNDO, undo, ON_BOARD, "undo", false, "[N]", "take back the last move, or the last N",
        {{NULL, FIELD_NUMBER, false, 1, 100000, "how many moves"}})
COMMAND(POSITION, position, ON_BOARD, "position", false,
        "[half H] [carry P1 P2] [players N] [seed S] [at KEY=VALUE...] [moves MOVE...]",
        "newgame and play in one line, all or nothing; the half may begin at any position",
        {NEWGAME_FIELDS,
         {"moves", FIELD_LIST, false, NO_LIMITS, "the moves from the start"},
         {"at", FIELD_WORDS, false, NO_LIMITS, "the position from which they are played"}})
COMMAND(GO, go, ON_BOARD, "go", false,
        "[id N] [movetime MS] [depth N] [nodes N] [p1time MS] [p1inc MS] ... [infinite] [ponder] "
        "[solve] [searchmoves MOVE...]",
        "choose a move for the player to move; answered by info lines and one bestmove",
        {{"id", FIELD_NUMBER, false, 0, INT64_MAX, "a number that bestmove repeats"},
         {"movetime", FIELD_NUMBER, false, MILLISECONDS, "milliseconds for this move"},
         {"depth", FIELD_NUMBER, false, 1, 10000, "plies to look ahead"},
         {"nodes", FIELD_NUMBER, false, 1, INT64_MAX, "positions to visit"},
         {"p1time", FIELD_NUMBER, false, MILLISECONDS, "milliseconds left to seat 1"},
         {"p2time", FIELD_NUMBER, false, MILLISECONDS, "milliseconds left to seat 2"},
         {"p3time", FIELD_NUMBER, false, MILLISECONDS, "milliseconds left to seat 3"},
         {"p4time", FIELD_NUMBER, false, MILLISECONDS, "milliseconds left to seat 4"},
         {"p1inc", FIELD_NUMBER, false, MILLISECONDS, "milliseconds a move gives seat 1"},
         {"p2inc", FIELD_NUMBER, false, MILLISECONDS, "milliseconds a move gives seat 2"},
         {"p3inc", FIELD_NUMBER, false, MILLISECONDS, "milliseconds a move gives seat 3"},
         {"p4inc", FIELD_NUMBER, false, MILLISECONDS, "milliseconds a move gives seat 4"},
         {"infinite", FIELD_FLAG, false, NO_LIMITS, "until stop"},
         {"ponder", FIELD_FLAG, false, NO_LIMITS,
          "on the opponent's time, until ponderhit or stop"},
         {"solve", FIELD_FLAG, false, NO_LIMITS, "until the margin is known exactly"},
         {"searchmoves", FIELD_WORDS, false, NO_LIMITS, "choose among these moves only"}})
COMMAND(STOP, stop, ALWAYS, "stop", false, "", "end the search now: bestmove follows", {{0}})
COMMAND(PONDERHIT, ponderhit, ALWAYS, "ponderhit", false, "", "the move pondered on was played",
        {{0}})
COMMAND(SCORE, score, ON_BOARD, "score", false, "",
        "points, margin and total, and whether the half is over", {{0}})
COMMAND(LEGAL, legal, ON_BOARD, "legal", false, "", "all legal moves", {{0}})
COMMAND(SHOW, show, ON_BOARD, "show", false, "", "the position, for people", {{0}})
COMMAND(GRIDS, grids, IDLE, "grids", false, "",
        "the boards that ship, the games that take them, and what games leave open", {{0}})
COMMAND(BOARD, board, ON_BOARD, "board", false, "",
        "the board at hand as a drawing: its cells and points, and what is glued to its rim", {{0}})
COMMAND(STATE, state, ON_BOARD, "state", false, "",
        "the position as a drawing: who has what, whose turn it is, hands and history", {{0}})
COMMAND(PREVIEW, preview, ON_BOARD, "preview", false, "MOVE",
        "what a move would change, wave by wave, or the rule against it",
        {{NULL, FIELD_WORD, true, NO_LIMITS, "the move"}})
COMMAND(EVAL, eval, ON_BOARD, "eval", false, "",
        "what the player thinks of the position, for people", {{0}})
COMMAND(PERFT, perft, ON_BOARD, "perft", false, "DEPTH [split]",
        "count the sequences of DEPTH legal moves",
        {{NULL, FIELD_NUMBER, true, 0, 100, "how many moves deep"},
         {"split", FIELD_FLAG, false, NO_LIMITS, "also by first move"}})
COMMAND(BENCH, bench, IDLE, "bench", false,
        "[search | playouts | puzzle [SHAPE]... | solve [EMPTY|FILE]... | "
        "strength [PLAYER [OPPONENT]] [nodes N|movetime MS] [games N]]",
        "measure speed or strength; without a name it prints a signature of the search",
        {{NULL, FIELD_LIST, false, NO_LIMITS, "what to measure"}})
COMMAND(HELP, help, ALWAYS, "help", false, "[COMMAND]", "this list, or one command of it",
        {{NULL, FIELD_LIST, false, NO_LIMITS, "a command"}})
COMMAND(QUIT, quit, ALWAYS, "quit", false, "", "end the program", {{0}})

ANSWER(ID, "id", false, "name|author TEXT", "who the engine is",
       {{NULL, FIELD_WORD, true, NO_LIMITS, "name or author"},
        {NULL, FIELD_REST, true, NO_LIMITS, "the text"}})
ANSWER(PROTOCOL, "protocol", true, "VERSION", "the version of the protocol",
       {{NULL, FIELD_NUMBER, true, 1, 1000000, "the version"}})
ANSWER(FEATURE, "feature", false, "NAME...", "what the engine does beyond the minimum",
       {{NULL, FIELD_LIST, false, NO_LIMITS, "a feature"}})
ANSWER(GAME, "game", true, "NAME [TITLE]", "a game that the engine plays",
       {{NULL, FIELD_WORD, true, NO_LIMITS, "the game"},
        {NULL, FIELD_REST, false, NO_LIMITS, "its title"}})
ANSWER(OPTION, "option", true, "name NAME type TYPE [default V] [min N] [max N] [var V...]",
       "an option that can be set",
       {{"name", FIELD_WORD, true, NO_LIMITS, "its name"},
        {"type", FIELD_WORD, true, NO_LIMITS, "check, spin, combo, button or string"},
        {"default", FIELD_WORD, false, NO_LIMITS, "its value unless set"},
        {"min", FIELD_NUMBER, false, INT64_MIN, INT64_MAX, "the least value"},
        {"max", FIELD_NUMBER, false, INT64_MIN, INT64_MAX, "the greatest value"},
        {"var", FIELD_WORDS, false, NO_LIMITS, "the values of a combo"}})
ANSWER(TGIOK, "tgiok", false, "", "the end of the answer to tgi", {{0}})
ANSWER(UCIOK, "uciok", false, "", "the end of the answer to uci", {{0}})
ANSWER(READYOK, "readyok", false, "", "the answer to isready", {{0}})
ANSWER(INFO, "info", true,
       "[depth N] [multipv K] [margin N [bound B]] [nodes N] [nps N] [time MS] [hashfull N] "
       "[visits N] [pv MOVE...] [split MOVE count N] [string TEXT]",
       "what a search has found so far",
       {{"depth", FIELD_NUMBER, false, ANY_NUMBER, "plies looked ahead"},
        {"margin", FIELD_NUMBER, false, ANY_NUMBER, "expected margin of the player to move"},
        {"bound", FIELD_WORD, false, NO_LIMITS, "exact, lower or upper"},
        {"nodes", FIELD_NUMBER, false, ANY_NUMBER, "positions visited"},
        {"nps", FIELD_NUMBER, false, ANY_NUMBER, "positions a second"},
        {"time", FIELD_NUMBER, false, ANY_NUMBER, "milliseconds so far"},
        {"hashfull", FIELD_NUMBER, false, ANY_NUMBER, "use of the table, in thousandths"},
        {"pv", FIELD_LIST, false, NO_LIMITS, "the best line"},
        {"multipv", FIELD_NUMBER, false, 1, INT64_MAX, "the rank of this line's move"},
        {"split", FIELD_WORD, false, NO_LIMITS, "a first move of perft"},
        {"count", FIELD_NUMBER, false, 0, INT64_MAX, "its share"},
        {"string", FIELD_REST, false, NO_LIMITS, "text for people"},
        {"visits", FIELD_NUMBER, false, 0, INT64_MAX, "how often a tree has tried this move"}})
ANSWER(BESTMOVE, "bestmove", false, "MOVE [ponder MOVE] [id N]", "the answer to go",
       {{NULL, FIELD_WORD, true, NO_LIMITS, "the move, or none"},
        {"ponder", FIELD_WORD, false, NO_LIMITS, "the expected answer"},
        {"id", FIELD_NUMBER, false, 0, INT64_MAX, "the id of the go it answers"}})
ANSWER(SCORE_ANSWER, "score", true, "p1 A p2 B ... margin M half H total T over no|REASON",
       "the answer to score",
       {{"p1", FIELD_NUMBER, true, ANY_NUMBER, "points of seat 1"},
        {"p2", FIELD_NUMBER, false, ANY_NUMBER, "points of seat 2"},
        {"p3", FIELD_NUMBER, false, ANY_NUMBER, "points of seat 3"},
        {"p4", FIELD_NUMBER, false, ANY_NUMBER, "points of seat 4"},
        {"margin", FIELD_NUMBER, true, ANY_NUMBER, "margin of seat 1 in this half"},
        {"half", FIELD_NUMBER, true, ANY_NUMBER, "which half"},
        {"total", FIELD_NUMBER, true, ANY_NUMBER, "margin of seat 1 in all halves so far"},
        {"over", FIELD_WORD, true, NO_LIMITS, "no, or why the half is over"}})
ANSWER(LEGAL_ANSWER, "legal", false, "[MOVE...] [more]", "the answer to legal",
       {{NULL, FIELD_LIST, false, NO_LIMITS, "the moves"},
        {"more", FIELD_FLAG, false, NO_LIMITS, "the next such line goes on with them"}})
ANSWER(PERFT_ANSWER, "perft", true, "DEPTH COUNT", "the answer to perft",
       {{NULL, FIELD_NUMBER, true, 0, 100, "how deep"},
        {NULL, FIELD_NUMBER, true, 0, INT64_MAX, "how many"}})
ANSWER(GRID, "grid", true, "NAME cells N surface S games GAME... [title TEXT]",
       "a board that ships",
       {{NULL, FIELD_WORD, true, NO_LIMITS, "its name"},
        {"cells", FIELD_NUMBER, true, 1, PROTOCOL_CELLS_MAX, "how many cells"},
        {"surface", FIELD_WORD, true, NO_LIMITS, "plane, cylinder or torus"},
        {"games", FIELD_WORDS, true, NO_LIMITS, "the games that take it"},
        {"title", FIELD_REST, false, NO_LIMITS, "what it shows"}})
ANSWER(KEY, "key", true, "GAME KEY min N max N usual N", "what a game leaves open",
       {{NULL, FIELD_WORD, true, NO_LIMITS, "the game"},
        {NULL, FIELD_WORD, true, NO_LIMITS, "the key"},
        {"min", FIELD_NUMBER, true, ANY_NUMBER, "the least value"},
        {"max", FIELD_NUMBER, true, ANY_NUMBER, "the greatest value"},
        {"usual", FIELD_NUMBER, true, ANY_NUMBER, "its value unless said"}})
ANSWER(GRIDSOK, "gridsok", false, "", "the end of the answer to grids", {{0}})
ANSWER(BOARD_CELL, "board cell", true,
       "I [name PLACE] [at X,Y X,Y X,Y] sides A,B,C [ground light|dark] [note TEXT]",
       "a cell: a triangle of the board",
       {{NULL, FIELD_NUMBER, true, 0, PROTOCOL_CELLS_MAX - 1, "its number"},
        {"name", FIELD_WORD, false, NO_LIMITS, "the word that moves use"},
        {"at", FIELD_WORDS, false, NO_LIMITS, "its three corners"},
        {"sides", FIELD_WORD, true, NO_LIMITS, "what lies across each side"},
        {"ground", FIELD_WORD, false, NO_LIMITS, "light or dark"},
        {"note", FIELD_REST, false, NO_LIMITS, "what stands on it while it is empty"}})
ANSWER(BOARD_POINT, "board point", true, "PLACE at X,Y", "a point that moves name",
       {{NULL, FIELD_WORD, true, NO_LIMITS, "the word that moves use"},
        {"at", FIELD_WORD, true, NO_LIMITS, "where it is"}})
ANSWER(BOARD_EDGE, "board edge", true,
       "from X,Y to X,Y cell I side K [across J shift X,Y] [colour COLOUR]",
       "a side on the rim of the drawing",
       {{"from", FIELD_WORD, true, NO_LIMITS, "where it begins"},
        {"to", FIELD_WORD, true, NO_LIMITS, "where it ends"},
        {"cell", FIELD_NUMBER, true, 0, PROTOCOL_CELLS_MAX - 1, "whose side it is"},
        {"side", FIELD_NUMBER, true, 0, 2, "which one"},
        {"across", FIELD_NUMBER, false, 0, PROTOCOL_CELLS_MAX - 1, "the cell glued to it"},
        {"shift", FIELD_WORD, false, NO_LIMITS, "what to add to that cell's corners"},
        {"colour", FIELD_WORD, false, NO_LIMITS, "whose border it is"}})
ANSWER(BOARD_PERIOD, "board period", true, "X,Y", "a shift that leaves the surface as it is",
       {{NULL, FIELD_WORD, true, NO_LIMITS, "the shift"}})
ANSWER(BOARD_LABEL, "board label", true, "at X,Y text TEXT", "a text beside the board",
       {{"at", FIELD_WORD, true, NO_LIMITS, "its middle"},
        {"text", FIELD_REST, true, NO_LIMITS, "the text"}})
ANSWER(BOARD_NAME, "board", true,
       "game GAME cells N points N surface S seats N halves N worst N hidden yes|no "
       "[keys KEY VALUE...] name NAME",
       "the board at hand",
       {{"game", FIELD_WORD, true, NO_LIMITS, "the game"},
        {"cells", FIELD_NUMBER, true, 0, PROTOCOL_CELLS_MAX, "how many cells follow"},
        {"points", FIELD_NUMBER, true, 0, PROTOCOL_CELLS_MAX, "how many points follow"},
        {"surface", FIELD_WORD, true, NO_LIMITS, "plane, cylinder, torus or unknown"},
        {"seats", FIELD_NUMBER, true, 1, 4, "how many players"},
        {"halves", FIELD_NUMBER, true, 1, 16, "how many halves a game has"},
        {"worst", FIELD_NUMBER, true, ANY_NUMBER, "no margin is worse by the rules"},
        {"hidden", FIELD_WORD, true, NO_LIMITS, "yes: players do not see everything"},
        {"keys", FIELD_WORDS, false, NO_LIMITS, "what the game left open"},
        {"name", FIELD_REST, true, NO_LIMITS, "its name"}})
ANSWER(BOARDOK, "boardok", false, "", "the end of the answer to board", {{0}})
ANSWER(STATE_SEAT, "state seat", true,
       "N colour COLOUR points P margin M [out] [holds PIECE...] name TEXT", "a player",
       {{NULL, FIELD_NUMBER, true, 1, 4, "the seat"},
        {"colour", FIELD_WORD, true, NO_LIMITS, "what it plays in this half"},
        {"points", FIELD_NUMBER, true, ANY_NUMBER, "its points"},
        {"margin", FIELD_NUMBER, true, ANY_NUMBER, "its margin if the half ended now"},
        {"out", FIELD_FLAG, false, NO_LIMITS, "the others go on without it"},
        {"holds", FIELD_WORDS, false, NO_LIMITS, "what it has captured"},
        {"name", FIELD_REST, true, NO_LIMITS, "what people call its side"}})
ANSWER(STATE_COUNT, "state count", true, "WORD N", "a number of the game",
       {{NULL, FIELD_WORD, true, NO_LIMITS, "what is counted"},
        {NULL, FIELD_NUMBER, true, ANY_NUMBER, "how many"}})
ANSWER(STATE_CELL, "state cell", true, "I [colour COLOUR] [value ABC] [last] [taken] [closed]",
       "a cell that is not just empty",
       {{NULL, FIELD_NUMBER, true, 0, PROTOCOL_CELLS_MAX - 1, "its number"},
        {"colour", FIELD_WORD, false, NO_LIMITS, "who has it"},
        {"value", FIELD_WORD, false, NO_LIMITS, "what the piece on it shows at each corner"},
        {"last", FIELD_FLAG, false, NO_LIMITS, "the last move was made here"},
        {"taken", FIELD_FLAG, false, NO_LIMITS, "the last move took it"},
        {"closed", FIELD_FLAG, false, NO_LIMITS, "empty, and not to be played on now"}})
ANSWER(STATE_PIECE, "state piece", true,
       "at PLACE... colours COLOUR... [seat N] [label TEXT] [last] [taken]", "a piece",
       {{"at", FIELD_WORDS, true, NO_LIMITS, "where it stands"},
        {"colours", FIELD_WORDS, true, NO_LIMITS, "its colour at each of these"},
        {"seat", FIELD_NUMBER, false, 1, 4, "who commands it"},
        {"label", FIELD_WORD, false, NO_LIMITS, "army and kind"},
        {"last", FIELD_FLAG, false, NO_LIMITS, "the last move was its"},
        {"taken", FIELD_FLAG, false, NO_LIMITS, "the last move shifted it"}})
ANSWER(STATE_LINE, "state line", true, "at PLACE... colour COLOUR",
       "a line that has ended the half",
       {{"at", FIELD_WORDS, true, NO_LIMITS, "its points"},
        {"colour", FIELD_WORD, true, NO_LIMITS, "whose it is"}})
ANSWER(STATE_HAND, "state hand", true, "N hidden K [pieces ABC...]", "what a seat holds",
       {{NULL, FIELD_NUMBER, true, 1, 4, "the seat"},
        {"hidden", FIELD_NUMBER, true, ANY_NUMBER, "how many pieces are not known"},
        {"pieces", FIELD_WORDS, false, NO_LIMITS, "those that are"}})
ANSWER(STATE_HISTORY, "state history", false, "[MOVE...] [more]", "the moves so far",
       {{NULL, FIELD_LIST, false, NO_LIMITS, "the moves"},
        {"more", FIELD_FLAG, false, NO_LIMITS, "the next such line goes on with them"}})
ANSWER(STATE_POSITION, "state position", true, "half H [carry P1 P2 ...] at KEY=VALUE...",
       "the position as a command that sets it",
       {{"half", FIELD_NUMBER, true, 1, 16, "which half"},
        {"carry", FIELD_NUMBERS, false, ANY_NUMBER, "what each seat brings from earlier halves"},
        {"at", FIELD_WORDS, true, NO_LIMITS, "the position"}})
ANSWER(STATE_NOW, "state", true,
       "half H turn N|chance|none phase WORD moves N over no|REASON draw yes|no [checkers N...]",
       "the position at hand",
       {{"half", FIELD_NUMBER, true, 1, 16, "which half"},
        {"turn", FIELD_WORD, true, NO_LIMITS, "the seat to move, chance or none"},
        {"phase", FIELD_WORD, true, NO_LIMITS, "what is to be done"},
        {"moves", FIELD_NUMBER, true, ANY_NUMBER, "how many were played"},
        {"over", FIELD_WORD, true, NO_LIMITS, "no, or why the half is over"},
        {"draw", FIELD_WORD, true, NO_LIMITS, "yes: a draw may be offered"},
        {"checkers", FIELD_NUMBERS, false, 1, 4, "the seats that give check"}})
ANSWER(STATEOK, "stateok", false, "", "the end of the answer to state", {{0}})
ANSWER(PREVIEW_ANSWER, "preview", true,
       "MOVE legal yes turn N|chance|none over no|REASON p1 A p2 B ... margin M [told N=MOVE...] "
       "[waves PLACE / PLACE<A,B ...] | MOVE legal no why TEXT",
       "the answer to preview",
       {{NULL, FIELD_WORD, true, NO_LIMITS, "the move"},
        {"legal", FIELD_WORD, true, NO_LIMITS, "yes or no"},
        {"turn", FIELD_WORD, false, NO_LIMITS, "the seat to move then, chance or none"},
        {"over", FIELD_WORD, false, NO_LIMITS, "no, or why the half is over then"},
        {"p1", FIELD_NUMBER, false, ANY_NUMBER, "points of seat 1"},
        {"p2", FIELD_NUMBER, false, ANY_NUMBER, "points of seat 2"},
        {"p3", FIELD_NUMBER, false, ANY_NUMBER, "points of seat 3"},
        {"p4", FIELD_NUMBER, false, ANY_NUMBER, "points of seat 4"},
        {"margin", FIELD_NUMBER, false, ANY_NUMBER, "margin of seat 1"},
        {"told", FIELD_WORDS, false, NO_LIMITS, "how seats read it that may not see all of it"},
        {"waves", FIELD_WORDS, false, NO_LIMITS, "the places that change, wave by wave"},
        {"why", FIELD_REST, false, NO_LIMITS, "the rule against it"}})
ANSWER(ERROR, "error", true, "CODE COMMAND: TEXT", "a command was refused",
       {{NULL, FIELD_WORD, true, NO_LIMITS, "the kind of error"},
        {NULL, FIELD_REST, true, NO_LIMITS, "the command and what was wrong"}})

#undef COMMAND
#undef ANSWER
