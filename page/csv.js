// @ts-check
/**
 * csv.js - comma-separated values as in RFC 4180.
 */

/** Whether a spreadsheet would take a field for a formula, not counting guards before it; `triancey-referee` has the same
 * rule.
 * @param {string} text */
const is_formula = (text) => /^'*(?:[=+\-@\t\r\n][^]|[\uff1d\uff0b\uff0d\uff20])/.test(text) && !/^'*[+-][\d.]+$/.test(text);

/** @param {any} value */
function write_field(value) {
  const plain = value === null || value === undefined ? "" : String(value), text = is_formula(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

/** @param {any[][]} rows */
export function write_csv(rows) {
  return rows.map((row) => `${row.map(write_field).join(",")}\r\n`).join("");
}

/** The rows of a text; null if a quoted field has no end.
 * @param {string} text @returns {string[][]|null} */
export function read_csv(text) {
  const rows = [], pattern = /(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r?\n|$)/y;
  let row = [];
  pattern.lastIndex = text.startsWith("\ufeff") ? 1 : 0;
  while (pattern.lastIndex < text.length || row.length) {
    const found = pattern.exec(text);
    if (!found) return null;
    const field = found[1] !== undefined ? found[1].replace(/""/g, '"') : found[2];
    row.push(field[0] === "'" && is_formula(field) ? field.slice(1) : field);
    if (found[3] !== ",") {
      rows.push(row);
      row = [];
      if (pattern.lastIndex >= text.length) break;
    }
  }
  return rows;
}
