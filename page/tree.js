// @ts-check
/**
 * tree.js - the moves of one half, with all variations that were tried.
 *
 * A node is the position after `move`; the root is the start. Its first child is the line that
 * was played first; `next` is the child that was visited last, where stepping forwards goes. Data only: the code that
 * plays fills in the members of a node.
 */

/**
 * @typedef {object} Node
 * @property {string} move "" at the root
 * @property {Node|null} parent
 * @property {Node[]} children
 * @property {Node|null} next
 * @property {number} ply
 * @property {number|"chance"|null} by whose move it was
 * @property {{[seat: string]: string}} told by seat: the move as a seat reads it from which something is hidden
 * @property {number|"chance"|null|undefined} turn who moves next; undefined: not known yet
 * @property {string|null|undefined} over why the half is over
 * @property {number[]} [margins] of each seat, as the position stands
 * @property {number[]} [points]
 * @property {any} [value] what a search expects of it
 * @property {any} [loss] what the move cost
 * @property {string} [judged] how much was searched for `value`, and for which line
 * @property {number} [spent] milliseconds that the move took
 */

/** @returns {Node} */
export function make_root() {
  return {
    move: "", parent: null, children: [], next: null, ply: 0, by: null, told: {}, turn: undefined,
    over: undefined,
  };
}

/** The child of that move, made if it is not there yet.
 * @param {Node} node @param {string} move
 * @param {number|"chance"|null} [by] @returns {Node} */
export function grow(node, move, by = null) {
  let child = node.children.find((c) => c.move === move);
  if (!child) {
    child = { ...make_root(), move, parent: node, ply: node.ply + 1, by, told: {} };
    node.children.push(child);
  }
  visit(child);
  return child;
}

/** Makes stepping forwards lead to a node.
 * @param {Node} node */
export function visit(node) {
  for (let n = node; n.parent; n = n.parent) n.parent.next = n;
}

/** The nodes from the first move to this one.
 * @param {Node} node @returns {Node[]} */
export function path_to(node) {
  const path = [];
  for (let n = node; n.parent; n = n.parent) path.unshift(n);
  return path;
}

/** The node at which stepping forwards ends.
 * @param {Node} node */
export function tip_of(node) {
  let n = node;
  while (n.next) n = n.next;
  return n;
}

/** Removes a node and everything after it; returns the node before it.
 * @param {Node} node @returns {Node} */
export function prune(node) {
  const parent = node.parent;
  if (!parent) return node;
  parent.children = parent.children.filter((c) => c !== node);
  if (parent.next === node) parent.next = parent.children[0] || null;
  return parent;
}

/** The moves as a list, with each variation as a list in it: in ["a", "b", ["c", "d"]], d follows c, and c is an
 * alternative to b.
 * @param {Node} root @returns {any[]} */
export function to_list(root) {
  const list = [];
  let node = root;
  while (node.children.length) {
    const first = node.children[0];
    list.push(first.move);
    for (const other of node.children.slice(1)) list.push([other.move, ...to_list(other)]);
    node = first;
  }
  return list;
}

/** @param {any[]} list @param {Node} [root] @returns {Node} the root */
export function from_list(list, root = make_root()) {
  let node = root, before = root;
  for (const entry of list) {
    if (Array.isArray(entry)) from_list(entry, before);
    else {
      before = node;
      node = grow(node, String(entry));
    }
  }
  for (let n = node; n.parent; n = n.parent) n.parent.next = n;
  return root;
}
