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
        this.near = sides.map((cell) => cell.map((side) => pawns.get(side) ?? number(side, this.cells - 1)));
        this.begin();
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

/* A whole word as a number from 0 to `most`. */
function number(word, most) {
    if (!/^[0-9]+$/.test(word) || Number(word) > most)
        throw "range";
    return Number(word);
}

let half = null, seed = 1;

function random(below) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor(seed / 2 ** 32 * below);
}

function setGrid(word) {
    const sides = word.slice(word.indexOf("sides") + 1).map((group) => group.split(","));
    const cells = number(word[word.indexOf("cells") + 1], 256);
    if (!["triancey", "selacata", "archipel"].includes(word[2]) || cells < 1 ||
        sides.length !== cells || sides.some((cell) => cell.length !== 3))
        throw "range";
    half = new Half(word[2], sides);
}

function playAll(moves) {
    const before = { ...half };
    try {
        moves.forEach((move) => half.play(number(move, 255)));
    } catch (fault) {
        Object.assign(half, before);
        throw fault;
    }
}

function obey(word) {
    const field = (name) => word.includes(name) ? word[word.indexOf(name) + 1] : undefined;
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
        return playAll(word.slice(1));
    if (word[0] === "go")
        return `bestmove ${half.best(random)}` + (field("id") ? ` id ${field("id")}` : "");
    seed = Number(field("seed") ?? 1) >>> 0;
    return half.begin();
}

function answer(line) {
    const word = line.length > LINE_MAX ? ["?"] : line.trim().split(/[ \t\r]+/);
    if (word[0] === "quit")
        process.exit();
    try {
        if (word[0] === "?")
            throw "toolong";
        const text = word[0] ? obey(word) : undefined;
        if (text)
            process.stdout.write(text + "\n");
    } catch (fault) {
        process.stdout.write(`error ${fault} ${word[0].slice(0, 60)}: this engine does only what it must\n`);
    }
}

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
    const lines = text.split("\n");
    lines[0] = (rest + lines[0]).slice(0, LINE_MAX + 1);
    rest = lines.pop();
    lines.forEach(answer);
});
