/* prompt_commands.h - what can be typed at the prompt besides moves: one table. */
#ifndef TRIANCEY_PROMPT_PROMPT_COMMANDS_H
#define TRIANCEY_PROMPT_PROMPT_COMMANDS_H

struct prompt;
struct text;

/* Obeys a line, which is cut into its words: prompt->line says what it was. */
void prompt_obey(struct prompt *prompt, char *line);

/* Adds the words that may follow what was typed before (console.h); the context is the prompt. */
void prompt_complete(void *context, const char *before, struct text *words);

#endif
