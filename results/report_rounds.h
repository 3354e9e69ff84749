/* report_rounds.h - what a report shows of the format of its league: the bracket of a knockout, the
 * table of a Swiss league, the course of a sequential test. Nothing for other leagues.
 */
#ifndef TRIANCEY_RESULTS_REPORT_ROUNDS_H
#define TRIANCEY_RESULTS_REPORT_ROUNDS_H

#include <stdbool.h>
#include <stdio.h>

struct rounds;
struct standings;
struct trial;

/* Writes the section of the page. */
void report_rounds(const struct standings *standings, FILE *file);

/* A bracket as elements of SVG whose upper left corner is at 0, 0, and its size in units; the
 * classes are those of report.css: slot, gone, on, tie, score. */
int report_bracket_width(const struct rounds *rounds);
int report_bracket_height(const struct rounds *rounds);
void report_bracket(const struct rounds *rounds, FILE *file);

/* The course of a sequential test with its bounds, as elements of SVG (classes: grid, zero, line,
 * soft); and the state of the test as a sentence. */
enum { REPORT_COURSE_WIDTH = 720, REPORT_COURSE_HEIGHT = 200 };
void report_course(const struct trial *trial, FILE *file);
void report_verdict(const struct trial *trial, FILE *file);

#endif
