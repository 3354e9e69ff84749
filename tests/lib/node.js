// node.js - scripts of page/ in node: runs what node.py sends, a line of JSON for each. What a browser
// has besides, as far as scripts that draw nothing look at it, is here; the engine is that of the page.
"use strict";
const { readFileSync } = require("fs"), { createInterface } = require("readline"), threads = require("worker_threads"), zlib = require("zlib");
const { Duplex } = require("stream");

const html = readFileSync(process.argv[2], "utf8");
const blocks = new Map([...html.matchAll(/id="embedded-([\w-]+)">([^]*?)<\/script>/g)].map(([, name, text]) => [name, text]));

/** What the worker of the page looks at, which is the only one. */
const SCOPE = `const { parentPort } = require("worker_threads");
  globalThis.crypto ??= require("crypto").webcrypto;
  globalThis.addEventListener = (_message, hear) => parentPort.on("message", (data) => hear({ data }));
  globalThis.postMessage = (data) => parentPort.postMessage(data);
  globalThis.close = () => parentPort.close();\n`;

class Worker {
  constructor() {
    this.thread = new threads.Worker(SCOPE + blocks.get("worker"), { eval: true });
    this.thread.on("message", (data) => this.onmessage({ data }));
  }

  postMessage(data) {
    this.thread.postMessage(data);
  }

  terminate() {
    this.thread.terminate();
  }
}

const scope = {
  window: globalThis,
  document: {
    documentElement: {},
    getElementById: (id) => ({ textContent: blocks.get(id.replace("embedded-", "")) ?? "" }),
    querySelectorAll: () => [...blocks.keys()].map((name) => ({ id: "embedded-" + name })),
  },
  location: { search: "" },
  navigator: { languages: ["en"] },
  crypto: globalThis.crypto ?? require("crypto").webcrypto,
  Worker,
};
try {
  new CompressionStream("deflate-raw");
} catch { // before node 20.12
  scope.CompressionStream = function () { return Duplex.toWeb(zlib.createDeflateRaw()); };
  scope.DecompressionStream = function (form) { return Duplex.toWeb(form === "gzip" ? zlib.createGunzip() : zlib.createInflateRaw()); };
}
for (const [name, value] of Object.entries(scope)) Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });

const AsyncFunction = (async () => {}).constructor;
createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", async (line) => {
  const [script, args] = JSON.parse(line);
  let answer;
  try {
    answer = [await new AsyncFunction("...args", script)(...args)];
  } catch (error) {
    answer = [null, String(error)];
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}).on("close", () => process.exit());
