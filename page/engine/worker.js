// worker.js - an engine in a worker of its own.
//
// The first message is {module, texts} (see start_engine), each later one a line of the protocol.
// It posts the lines that the engine prints, also while a search runs, and {end: TEXT} when the
// engine has ended, with the reason for those who look into the console.
// @ts-check
import { start_engine } from "./engine.js";

/** @type {(line: string) => boolean} */
let handle;

function receive({ data }) {
  if (typeof data !== "string") {
    handle = start_engine(data.module, {
      texts: data.texts,
      print: (line) => postMessage(line),
      complain: (line) => console.warn(line),
    });
    return true;
  }
  return handle(data);
}

addEventListener("message", (event) => {
  let reason = "quit";
  try {
    if (receive(event))
      return;
  } catch (error) {
    reason = String(error);
  }
  postMessage({ end: reason });
  close();
});
