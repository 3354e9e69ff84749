// @ts-check
/**
 * rules_pictures.js - the pictures in the rules: positions that the engine is asked for, so that no
 * picture can show what the rules do not allow. games/RULES.md says where each belongs.
 */
import { N_ } from "./texts.js";

/**
 * @typedef {object} Picture
 * @property {string} board what `setgrid` takes
 * @property {string} moves played before
 * @property {string} [from] lights where the moves from this place lead
 * @property {string} caption
 */

/** @type {{[name: string]: Picture}} */
export const pictures = {
  reaction: {
    board: "torus 5x4 triancey", moves: "0 1 15 16 12 13 24 27 22",
    caption: N_("Yellow has chosen cell 22. Cells 13 and 23 then have two yellow neighbours each and are taken; so cell 14 is taken, too. The pale cells show what lies beyond the glued edges."),
  },
  ring: {
    board: "torus 5x4 triancey", moves: "13 8 15 4 23",
    caption: N_("A ring of six yellow cells around a corner. Red can never take one of them."),
  },
  archipelago: {
    board: "torus 5x4 selacata", moves: "20 19 17 37",
    caption: N_("After four moves of the archipelago. Only bright cells are open to Yellow."),
  },
  pawns: {
    board: "archipel", moves: "20 38 5 44",
    caption: N_("Archipel: red pawns above, white ones below. The left edge is glued to the right one."),
  },
  "tritt-pieces": {
    board: "tritt size 4", moves: "b1-b3 d2-f4",
    caption: N_("Two pieces. The centre shows who owns a piece: blue, red, blue belongs to Red, and red, blue, red belongs to Blue."),
  },
  "tritt-line": {
    board: "tritt size 5", moves: "d5-f7 a3-c5 g6-g8/b4-e7 c7-e9/g7-g8",
    caption: N_("Blue has placed a piece and then slid a red one. This made a line of blue points: Blue wins."),
  },
  armies: {
    board: "triangulation", moves: "", from: "B8o",
    caption: N_("The three armies at the start. Red\u2019s general is chosen: its only move is to change places with one of its two rukhs."),
  },
  law: {
    board: "trioker-duel", moves: "33:321 34:322 46:121 45:113",
    caption: N_("Four pieces. Wherever corners meet, they show the same value."),
  },
  hexagon: {
    board: "trioker-duel", moves: "33:321 34:322 46:121 45:113 35:202 47:201 48:200",
    caption: N_("The seventh piece is the sixth one around a point. The hexagon is complete, and whoever placed it plays again. Hatched cells lie along the short sides."),
  },
  panel: {
    board: "trioker-rapid", moves: "",
    caption: N_("The panel of the rapid game. A number is money for whoever places a piece there, or a debt; an arrow means that a piece is given away."),
  },
  shape: {
    board: "duck trioker-puzzle", moves: "1:233 2:303 3:311 16:021 5:321 7:201",
    caption: N_("The duck, with six pieces placed."),
  },
};
