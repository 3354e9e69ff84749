#!/usr/bin/env node
/* A complete engine for the Triancey family in a page: it needs node and PROTOCOL.md, nothing else.
 *
 *     node minimal_engine.js
 *
 * It answers tgi, isready and go, obeys setgrid inline, newgame, play and quit, and plays the legal
 * move after which it has the best margin.
 */
"use strict";

const LINE_MAX = 65536;
const EMPTY = -1;

class Half {
    constructor(game, sides) {
        this.fewest = game === "selacata";
        this.islands = game === "triancey" ? 0 : 10;
        this.cells = sides.length;
        // Two more cells, the pawns on the border, never change: p1 is white, p2 red.
        const pawns = new Map([["p1", this.cells], ["p2", this.cells + 1]]);
        this.near = sides.map((cell) => cell.map((side) => pawns.get(side) ?? number(side, 0, this.cells - 1)));
        if (!this.isSurface())
            throw "range";
        this.begin();
    }

    /* Whether neighbours are mutual and different, and all cells are connected. */
    isSurface() {
        const near = this.near.map((cell) => cell.filter((n) => n < this.cells));
        const reached = new Set([0]);
        for (const cell of reached) // which grows on the way
            near[cell].forEach((n) => reached.add(n));
        return reached.size === this.cells && near.every((cell, c) =>
            new Set(cell).size === cell.length && !cell.includes(c) && cell.every((n) => near[n].includes(c)));
    }

    begin() {
        this.colour = [...Array(this.cells).fill(EMPTY), 0, 1];
        this.placed = this.mover = 0;
    }

    /* Colours a cell and lets the chain reaction run; returns the new colours. */
    paint(cell) {
        const colours = [...this.colour];
        const todo = [cell];
        colours[cell] = this.mover;
        while (todo.length > 0)
            for (const other of this.near[todo.pop()])
                if (other < this.cells && colours[other] !== this.mover &&
                    this.near[other].filter((n) => colours[n] === this.mover).length >= 2) {
                    colours[other] = this.mover;
                    todo.push(other);
                }
        return colours;
    }

    /* The colours after a move, undefined if it is not legal. */
    after(cell) {
        if (cell >= this.cells || this.colour[cell] !== EMPTY)
            return undefined;
        const colours = this.paint(cell);
        const changed = colours.filter((colour, i) => colour !== this.colour[i]).length;
        const touches = this.near[cell].some((n) => n < this.cells && this.colour[n] !== EMPTY);
        return this.placed >= this.islands || (changed === 1 && !touches) ? colours : undefined;
    }

    play(cell) {
        const colours = this.after(cell);
        if (!colours)
            throw "illegal";
        this.colour = colours;
        this.placed++;
        this.mover = 1 - this.mover;
    }

    /* The best cell, by chance among equals. */
    best(random) {
        let best = "none", bestMargin = -Infinity, equals = 0;
        for (let cell = 0; cell < this.cells; cell++) {
            const colours = this.after(cell);
            if (!colours)
                continue;
            const own = colours.filter((colour) => colour === this.mover).length;
            const others = colours.filter((colour) => colour === 1 - this.mover).length;
            const margin = this.fewest ? others - own : own - others;
            equals = margin > bestMargin ? 1 : equals + (margin === bestMargin ? 1 : 0);
            if (margin > bestMargin || (margin === bestMargin && random(equals) === 0))
                [best, bestMargin] = [cell, margin];
        }
        return best;
    }
}

/* A whole word as a number within bounds. */
function number(word, least, most) {
    if (!/^-?[0-9]+$/.test(word))
        throw "syntax";
    if (Number(word) < least || Number(word) > most)
        throw "range";
    return Number(word);
}

/* Keywords with the bounds of their numbers, and how many there may be. */
const GO = { id: [0, 2 ** 63, 1], movetime: [0, 1e9, 1], depth: [1, 1e4, 1], nodes: [1, 2 ** 63, 1] };
for (const seat of [1, 2, 3, 4])
    GO[`p${seat}time`] = GO[`p${seat}inc`] = [0, 1e9, 1];
const NEWGAME = { half: [1, 2, 1], carry: [-1e9, 1e9, 2], players: [2, 2, 1], seed: [0, 2 ** 63, 1] };

/* The words after keywords, each of which may be given once; all are numbers within their bounds. */
function fields(words, bounds) {
    const found = new Map();
    let name = null;
    for (const word of words)
        if (Object.hasOwn(bounds, word) && !found.has(word))
            found.set(name = word, []);
        else if (name)
            found.get(name).push(word);
        else
            throw "syntax";
    for (const [key, list] of found) {
        const [least, most, count] = bounds[key];
        if (list.length < 1 || list.length > count)
            throw "syntax";
        list.forEach((word) => number(word, least, most));
    }
    return found;
}

let half = null, seed = 1;

function random(below) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor(seed / 2 ** 32 * below);
}

function setGrid(word) {
    const sides = word.slice(7).map((group) => group.split(","));
    const cells = number(word[5], 1, 256);
    if (!["triancey", "selacata", "archipel"].includes(word[2]) || word[4] !== "cells" || word[6] !== "sides" ||
        sides.length !== cells || sides.some((cell) => cell.length !== 3))
        throw "range";
    half = new Half(word[2], sides);
}

function playAll(moves) {
    const before = { ...half };
    try {
        moves.forEach((move) => half.play(number(move, 0, 255)));
    } catch (fault) {
        Object.assign(half, before);
        throw fault;
    }
}

function obey(word) {
    if (word[0] === "tgi")
        return "id name minimal\nid author an example\nprotocol 1\n" +
            "game triancey\ngame selacata\ngame archipel\ntgiok";
    if (word[0] === "isready")
        return "readyok";
    if (word[0] === "setgrid" && word[1] === "inline")
        return setGrid(word);
    if (!["newgame", "play", "go"].includes(word[0]))
        throw "unsupported";
    if (!half)
        throw "state";
    if (word[0] === "play")
        return playAll(word.length > 1 ? word.slice(1) : ["none"]);
    if (word[0] === "go") {
        const id = fields(word.slice(1), GO).get("id");
        return `bestmove ${half.best(random)}` + (id ? ` id ${id}` : "");
    }
    const [start] = fields(word.slice(1), NEWGAME).get("seed") ?? [1];
    seed = Number(BigInt(start) & 0xffffffffn);
    return half.begin();
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/* The words of a line of bytes. */
function split(line) {
    if (line.length > LINE_MAX)
        throw "toolong";
    try {
        return decoder.decode(line).trim().split(/[ \t\r]+/);
    } catch {
        throw "syntax";
    }
}

function answer(line) {
    let word = ["?"];
    try {
        if (line.includes(0))
            throw "syntax";
        word = split(line);
        if (word[0] === "quit")
            process.exit();
        const text = word[0] ? obey(word) : undefined;
        if (text)
            process.stdout.write(text + "\n");
    } catch (fault) {
        process.stdout.write(`error ${fault} ${word[0].slice(0, 60)}: this engine does only what it must\n`);
    }
}

/* The beginning of a line that has not ended, at most as much as shows that it is too long. */
let rest = Buffer.alloc(0);
process.stdin.on("data", (bytes) => {
    for (let end; (end = bytes.indexOf(10)) >= 0; bytes = bytes.subarray(end + 1)) {
        const line = Buffer.concat([rest, bytes.subarray(0, end)]);
        answer(line.at(-1) === 13 ? line.subarray(0, -1) : line);
        rest = Buffer.alloc(0);
    }
    rest = Buffer.concat([rest, bytes]).subarray(0, LINE_MAX + 2);
});
