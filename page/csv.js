// @ts-check
/**
 * csv.js - comma-separated values as in RFC 4180.
 */

/** @param {any} value */
function write_field(value) {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

/** @param {any[][]} rows */
export function write_csv(rows) {
  return rows.map((row) => `${row.map(write_field).join(",")}\r\n`).join("");
}

/** The rows of a text; null if a quoted field has no end. @param {string} text @returns {string[][]|null} */
export function read_csv(text) {
  const rows = [], pattern = /(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r?\n|$)/y;
  let row = [];
  pattern.lastIndex = text.startsWith("\ufeff") ? 1 : 0;
  while (pattern.lastIndex < text.length || row.length) {
    const found = pattern.exec(text);
    if (!found) return null;
    row.push(found[1] !== undefined ? found[1].replace(/""/g, '"') : found[2]);
    if (found[3] !== ",") {
      rows.push(row);
      row = [];
      if (pattern.lastIndex >= text.length) break;
    }
  }
  return rows;
}
