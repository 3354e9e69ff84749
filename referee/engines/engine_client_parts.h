/* engine_client_parts.h - what the files of the engine client share: engine_client_lines.c moves
 * lines, engine_client.c knows what they mean. For them alone.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_ENGINE_CLIENT_PARTS_H
#define TRIANCEY_REFEREE_ENGINES_ENGINE_CLIENT_PARTS_H

#include "referee/engines/engine_client.h"

enum { CLIENT_SHOWN = 80 }; /* bytes of a line that messages show */

/* Adds a warning: what happened, and some of the line. */
void client_warn(struct engine_client *client, const char *what, const char *line);

/* Writes what happens to the engine into the transcript. */
void client_note_event(struct engine_client *client, const char *event);

/* From here on this deadline holds (clock_us()), and bytes are counted anew. */
void client_begin_dialogue(struct engine_client *client, int64_t deadline);

/* The next line of the dialogue at hand, valid until the next call; what was said is sent first.
 * VERDICT_STALL is told by the caller, who knows what he waits for. */
enum verdict client_next_line(struct engine_client *client, char **line);

#endif
