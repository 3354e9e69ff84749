/* report.js - steps through the games of a report. The page holds them as one JSON text:
 *
 *   boards  name, cells [x1 y1 x2 y2 x3 y3 label colour note?], seams [x1 y1 x2 y2 colour glued],
 *           labels [x y text], pieces (as below), sides: for each half [name, colour, seat] of
 *           those who play
 *   games   [number, round (0: outside the schedule), board, [player by seat], [half ...]]
 *   half    [[margin by seat], how it ended, moves, changes, pieces, beside?]
 *
 * `changes` has a part for each move, parted by commas: groups of one colour, begun by one of
 * COLOURS, of cells in base 64, of one digit on boards of up to 64 cells, else of two; with `=` and
 * the values at the corners where a piece covers the cell. `pieces` is null, or for each move a
 * list of [index, label, colour x y, ...] of the pieces that changed. `beside`, where there are
 * hands, has for the start and each move a list of [side, points, deals won, hand] of what changed;
 * after the last side comes the status of the game, as if it were a hand.
 */
(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("data").textContent);
  var words = JSON.parse(document.getElementById("words").textContent);
  var COLOURS = "!#$%()*+";
  var DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  var SVG = "http://www.w3.org/2000/svg";
  var board = document.getElementById("board");
  var at = { list: [], game: 0, half: 0, ply: 0 };
  var places = data.boards.map(function (b) { return b.name; }).filter(function (name, i, all) {
    return all.indexOf(name) === i;
  });
  var drawn = null, cells = [], steps = [];
  function find(id) { return document.getElementById(id); }

  function add(parent, name, attributes, text) {
    var element = document.createElementNS(SVG, name);
    Object.keys(attributes).forEach(function (key) { element.setAttribute(key, attributes[key]); });
    if (text !== undefined) element.textContent = text;
    parent.appendChild(element);
    return element;
  }

  /* The width of a picture's unit: all sizes are parts of the side of its first cell, or of the
     whole. */
  function unit_of(shape) {
    var c = shape.cells[0];
    return c ? Math.hypot(c[2] - c[0], c[3] - c[1]) : 1;
  }

  function draw_board(shape) {
    var xs = [], ys = [], unit = unit_of(shape);
    shape.cells.forEach(function (c) { xs.push(c[0], c[2], c[4]); ys.push(c[1], c[3], c[5]); });
    shape.labels.forEach(function (l) { xs.push(l[0]); ys.push(l[1]); });
    shape.pieces.forEach(function (p) {
      for (var i = 1; i + 2 < p.length; i += 3) { xs.push(p[i + 1]); ys.push(p[i + 2]); }
    });
    var left = Math.min.apply(null, xs), top = Math.min.apply(null, ys);
    var width = Math.max.apply(null, xs) - left, height = Math.max.apply(null, ys) - top;
    var edge = unit * 0.25;
    board.textContent = "";
    board.setAttribute("viewBox", [left - edge, top - edge, width + 2 * edge, height + 2 * edge].join(" "));
    var hatch = add(add(board, "defs", {}), "pattern",
      { id: "hatch", width: unit / 9, height: unit / 9, patternUnits: "userSpaceOnUse",
        patternTransform: "rotate(45)" });
    add(hatch, "rect", { width: unit / 40, height: unit / 9, fill: "currentColor", opacity: 0.4 });
    cells = shape.cells.map(function (c) {
      var points = [[c[0], c[1]], [c[2], c[3]], [c[4], c[5]]];
      var x = (c[0] + c[2] + c[4]) / 3, y = (c[1] + c[3] + c[5]) / 3;
      return {
        x: x, y: y, corner: points, points: points.join(" "), start: c[7],
        polygon: add(board, "polygon", { points: points.join(" "), "stroke-width": unit / 60 }),
        text: add(board, "text", { x: x, y: c[8] ? y - unit * 0.07 : y, "font-size": unit * 0.2 }, c[6]),
        note: add(board, "text", { x: x, y: y + unit * 0.11, "font-size": unit * 0.15 }, c[8] || "")
      };
    });
    shape.seams.forEach(function (s) {
      var d = "M" + s[0] + " " + s[1] + "L" + s[2] + " " + s[3];
      if (s[4])
        add(board, "path", { d: d, "class": "border b" + s[4], "stroke-width": unit / 12 });
      else if (!s[5])
        add(board, "path", { d: d, "class": "rim", "stroke-width": unit / 30 });
      else
        add(board, "path", { d: d, "class": "seam", "stroke-width": unit / 22, "stroke-dasharray": unit / 14 });
    });
    shape.labels.forEach(function (l) { add(board, "text", { x: l[0], y: l[1], "font-size": unit * 0.26 }, l[2]); });
    shape.over = add(board, "g", {});
    shape.unit = unit;
    drawn = shape;
  }

  /* ---- the positions of a half ---------------------------------------------------------------- */

  function number_of(text) {
    var number = 0;
    for (var i = 0; i < text.length; i++) number = number * 64 + DIGITS.indexOf(text[i]);
    return number;
  }

  function unpack(half, shape) {
    var digits = shape.cells.length > 64 ? 2 : 1;
    var colour = shape.cells.map(function (c) { return c[7]; });
    var pieces = shape.pieces.slice(), values = {}, beside = [];
    function look_beside(ply) {
      if (half[5]) half[5][ply].forEach(function (b) { beside = beside.slice(); beside[b[0]] = b; });
      return beside;
    }
    steps = [{ beside: look_beside(0), colour: colour.slice(), values: {}, pieces: pieces.slice(), changed: [], first: -1, moved: [] }];
    var moves = half[2] ? half[2].split(" ") : [];
    var parts = half[3].split(",");
    moves.forEach(function (move, ply) {
      var part = parts[ply] || "", now = 0, changed = [];
      for (var i = 0; i < part.length;) {
        var known = COLOURS.indexOf(part[i]);
        if (known >= 0) { now = known; i++; continue; }
        var cell = number_of(part.substr(i, digits));
        colour[cell] = now;
        changed.push(cell);
        i += digits;
        if (part[i] !== "=" && !values[cell]) continue;
        values = Object.assign({}, values);
        values[cell] = part[i] === "=" ? part.substr(i + 1, 3) : "";
        if (values[cell]) i += 4;
      }
      var before = pieces.map(String);
      if (half[4]) half[4][ply].forEach(function (p) { pieces = pieces.slice(); pieces[p[0]] = p.slice(1); });
      steps.push({ beside: look_beside(ply + 1), colour: colour.slice(), values: values, pieces: pieces, changed: changed, first: changed[0], move: move,
        moved: pieces.filter(function (p) { return before.indexOf(String(p)) < 0; }) });
    });
  }

  /* ---- what is shown -------------------------------------------------------------------------- */

  function game() { return data.games[at.list[at.game]]; }
  function half() { return game()[4][at.half]; }
  function signed(number) { return (number > 0 ? "+" : "") + number; }

  function draw_pieces(step) {
    var unit = drawn.unit;
    step.pieces.forEach(function (piece) {
      if (!piece || piece.length < 2) return;
      var points = [], group = add(drawn.over, "g", {});
      for (var i = 1; i + 2 < piece.length; i += 3) points.push([piece[i], piece[i + 1], piece[i + 2]]);
      if (points.length > 1)
        add(group, "path", { "class": "piece", "stroke-width": unit * 0.3,
          d: "M" + points[0][1] + " " + points[0][2] + "L" + points[points.length - 1][1] + " " + points[points.length - 1][2] });
      points.forEach(function (p) {
        add(group, "circle", { "class": "c" + p[0], cx: p[1], cy: p[2], r: unit * (piece[0] ? 0.24 : 0.28),
          stroke: "currentColor", "stroke-width": unit / (step.moved.indexOf(piece) >= 0 ? 14 : 50) });
        if (piece[0]) add(group, "text", { x: p[1], y: p[2], "class": "on" + p[0], "font-size": unit * 0.28 }, piece[0]);
      });
    });
  }

  /* A piece that covers a cell: its values, each close to its corner. */
  function draw_values(cell, value, colour) {
    cell.corner.forEach(function (c, k) {
      add(drawn.over, "text", { x: c[0] + (cell.x - c[0]) * 0.52, y: c[1] + (cell.y - c[1]) * 0.52,
        "class": "on" + colour, "font-size": drawn.unit * 0.22 }, value[k]);
    });
  }

  function show_position() {
    var step = steps[at.ply];
    drawn.over.textContent = "";
    cells.forEach(function (cell, i) {
      var colour = step.colour[i];
      cell.polygon.setAttribute("class", "c" + colour);
      cell.text.setAttribute("class", "on" + colour);
      cell.note.setAttribute("class", "on" + colour);
      cell.text.setAttribute("visibility", step.values[i] ? "hidden" : "visible");
      cell.note.setAttribute("visibility", step.values[i] ? "hidden" : "visible");
      if (step.values[i]) draw_values(cell, step.values[i], colour);
      if (i === step.first)
        add(drawn.over, "circle", { "class": "ring on" + colour, cx: cell.x, cy: cell.y, r: drawn.unit * (step.values[i] ? 0.06 : 0.19), "stroke-width": drawn.unit / 28 });
      else if (step.changed.indexOf(i) >= 0)
        add(drawn.over, "polygon", { "class": "taken", points: cell.points });
    });
    draw_pieces(step);
    show_words(step);
  }

  /* A text in the language of the page, with what belongs at {1}, {2} ... */
  function say(name) {
    var parts = arguments;
    return words[name].replace(/\{(\d)\}/g, function (whole, number) { return parts[number]; });
  }

  function count(step, colour) {
    return step.colour.filter(function (c) { return c === colour; }).length;
  }

  function show_words(step) {
    var one = game(), now = half(), lines = [];
    var halves = one[4].length;
    lines.push("<b>" + say((halves > 1 ? "half" : "game") + (one[1] ? "" : "_free"), one[0], one[1], escape_text(data.boards[one[2]].name),
      at.half + 1, halves).replace(",", "</b>,"));
    lines.push(one[3].map(function (player, seat) {
      return escape_text(data.players[player]) + " " + signed(now[0][seat]);
    }).join(" &ndash; ") + (now[1] === "" ? "" : " (" + escape_text(now[1]) + ")"));
    lines.push(at.ply ? say(step.changed.length > 1 ? "takes" : "move", at.ply, steps.length - 1,
      escape_text(step.move), step.changed.length - 1) : say("start"));
    var sides = data.boards[one[2]].sides[at.half] || [], status = step.beside[sides.length];
    if (status && status[3]) lines.push(escape_text(status[3]));
    sides.forEach(function (side, i) {
      var counted = !now[5] && !now[4] && !drawn.pieces.length;
      lines.push("<span class='key k" + side[1] + "'></span>" + say("side", escape_text(side[0]) +
        (counted ? " " + count(step, side[1]) : ""), escape_text(data.players[one[3][side[2]]])) +
        (now[5] ? beside_of(step.beside[i], status) : ""));
    });
    if (status) lines.push(winners(one, sides));
    find("what").innerHTML = lines.filter(Boolean).join("<br>").replace(/<\/div><br>/g, "</div>");
    find("ply").max = steps.length - 1;
    find("ply").value = at.ply;
  }

  /* A side's money and deals, where it is about these, and the pieces of its hand. */
  function beside_of(side, status) {
    var hand = side && side[3] ? side[3].split(" ") : [];
    var text = status ? say("money", signed(side ? side[1] : 0), side ? side[2] : 0) : "";
    return (text ? ", " + text : "") + "<div class=hand>" + hand.map(function (piece) {
      return "<span>" + escape_text(piece) + "</span>";
    }).join("") + "</div>";
  }

  /* Who has won each deal so far. */
  function winners(one, sides) {
    var names = [];
    for (var ply = 1; ply <= at.ply; ply++)
      sides.forEach(function (side, i) {
        var before = steps[ply - 1].beside[i], now = steps[ply].beside[i];
        if (now && now[2] > (before ? before[2] : 0)) names.push(escape_text(data.players[one[3][side[2]]]));
      });
    return names.length ? say("deals", names.join(", ")) : "";
  }

  function escape_text(text) {
    var box = document.createElement("span");
    box.textContent = text;
    return box.innerHTML;
  }

  /* ---- choosing ------------------------------------------------------------------------------- */

  function open_half(number, ply) {
    var shape = data.boards[game()[2]];
    at.half = Math.max(0, Math.min(number, game()[4].length - 1));
    if (drawn !== shape) draw_board(shape);
    unpack(half(), shape);
    at.ply = ply < 0 ? steps.length - 1 : Math.min(ply, steps.length - 1);
    show_position();
  }

  function open_game(number, ply) {
    if (!at.list.length) {
      board.textContent = "";
      drawn = null;
      find("what").textContent = say("none");
      return;
    }
    at.game = Math.max(0, Math.min(number, at.list.length - 1));
    find("game").value = at.game;
    open_half(0, ply);
  }

  function step_by(plies) {
    var ply = at.ply + plies;
    if (!at.list.length) return;
    if (ply >= 0 && ply < steps.length) {
      at.ply = ply;
      show_position();
    } else if (plies > 0 && at.half + 1 < game()[4].length) {
      open_half(at.half + 1, 0);
    } else if (plies < 0 && at.half > 0) {
      open_half(at.half - 1, -1);
    }
  }

  function title(one) {
    var total = 0;
    one[4].forEach(function (h) { total += h[0][0]; });
    return say("title", one[0], one[3].map(function (p) { return data.players[p]; }).join(words.versus),
      data.boards[one[2]].name, signed(total));
  }

  function filter() {
    var player = find("player").value, where = find("where").value, list = find("game");
    at.list = [];
    data.games.forEach(function (one, i) {
      if ((player === "" || one[3].indexOf(+player) >= 0) && (where === "" || data.boards[one[2]].name === places[+where]))
        at.list.push(i);
    });
    list.textContent = "";
    var fragment = document.createDocumentFragment();
    at.list.forEach(function (index, i) { fragment.appendChild(new Option(title(data.games[index]), i)); });
    list.appendChild(fragment);
    open_game(0, 0);
  }

  function fill(select, names, all) {
    select.appendChild(new Option(all, ""));
    names.forEach(function (name, i) { select.appendChild(new Option(name, i)); });
  }

  var commands = {
    "first": function () { open_half(at.half, 0); },
    "back": function () { step_by(-1); },
    "on": function () { step_by(1); },
    "last": function () { open_half(at.half, -1); },
    "before": function () { open_game(at.game - 1, 0); },
    "next": function () { open_game(at.game + 1, 0); }
  };
  var keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", PageUp: "before", PageDown: "next" };

  Object.keys(commands).forEach(function (name) { find(name).addEventListener("click", commands[name]); });
  find("ply").addEventListener("input", function () { at.ply = +this.value; show_position(); });
  find("game").addEventListener("change", function () { open_game(+this.value, 0); });
  find("player").addEventListener("change", filter);
  find("where").addEventListener("change", filter);
  document.addEventListener("keydown", function (event) {
    var busy = /^(SELECT|INPUT|TEXTAREA)$/.test(event.target.tagName);
    if (busy || event.ctrlKey || event.altKey || event.metaKey || !keys[event.key] || !at.list.length) return;
    commands[keys[event.key]]();
    event.preventDefault();
  });
  fill(find("player"), data.players, words.players);
  fill(find("where"), places, words.boards);
  filter();
}());
