// plural.js - which form of a text goes with a number, by the rule in the head of a catalogue (Plural-Forms of gettext).
// @ts-check

/** Operators of C, those that bind least first. */
const LEVELS = [["||"], ["&&"], ["==", "!="], ["<", ">", "<=", ">="], ["+", "-"], ["*", "/", "%"]];

/** @type {Record<string, (a: number, b: number) => number>} */
const OPERATORS = {
  "||": (a, b) => Number(a || b ? 1 : 0), "&&": (a, b) => Number(a && b ? 1 : 0),
  "==": (a, b) => Number(a === b), "!=": (a, b) => Number(a !== b),
  "<": (a, b) => Number(a < b), ">": (a, b) => Number(a > b), "<=": (a, b) => Number(a <= b), ">=": (a, b) => Number(a >= b),
  "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "/": (a, b) => Math.floor(a / b), "%": (a, b) => a % b,
};

/** The number of the form for a count.
 * @param {string} rule an expression in C over n
 * @returns {(count: number) => number} */
export function plural_rule(rule) {
  const words = rule.match(/\d+|n|[<>=!]=|&&|\|\||[-+*/%<>?:()!]/g) ?? ["0"];
  let at = 0;
  /** @typedef {(n: number) => number} Value */
  /** @returns {Value} */
  function single() {
    const word = words[at++];
    if (word === "!") {
      const value = single();
      return (n) => Number(!value(n));
    }
    if (word === "(") {
      const value = choice();
      at++; // the other parenthesis
      return value;
    }
    return word === "n" ? (n) => n : () => Number(word);
  }
  /** @param {number} level @returns {Value} */
  function chain(level) {
    if (level === LEVELS.length) return single();
    let left = chain(level + 1);
    while (LEVELS[level].includes(words[at])) {
      const operator = OPERATORS[words[at++]], before = left, right = chain(level + 1);
      left = (n) => operator(before(n), right(n));
    }
    return left;
  }
  /** @returns {Value} */
  function choice() {
    const asked = chain(0);
    if (words[at] !== "?") return asked;
    at++;
    const yes = choice();
    at++; // the colon
    const no = choice();
    return (n) => (asked(n) ? yes(n) : no(n));
  }
  return choice();
}
