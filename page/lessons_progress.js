// @ts-check
/**
 * lessons_progress.js - which steps of which lessons are done, kept in the browser by the lessons' names.
 */
import { store } from "./store.js";

const KEY = "lessons";

/** @returns {{[lesson: string]: number[]}} */
function all() {
  const kept = store.read(KEY);
  return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
}

/** @param {string} name @returns {Set<number>} the steps that are done */
export function done_steps(name) {
  const kept = all()[name];
  return new Set(Array.isArray(kept) ? kept.filter(Number.isInteger) : []);
}

/** @param {string} name @param {number} step */
export function mark_done(name, step) {
  const kept = all(), steps = done_steps(name).add(step);
  store.write(KEY, { ...kept, [name]: [...steps].sort((a, b) => a - b) });
}

/** @param {{name: string, steps: any[]}} lesson */
export function is_done(lesson) {
  const steps = done_steps(lesson.name);
  return lesson.steps.every((_step, i) => steps.has(i));
}
