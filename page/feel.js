// @ts-check
/**
 * feel.js - sounds, vibration, and a moment for the winner. Sounds are made here, of a few sine waves, once the setting is on:
 * before that there is no audio context at all. Nothing waits for a sound.
 */
import { still } from "./board_waves.js";
import { s } from "./dom.js";
import { settings } from "./store.js";

/** @typedef {"move"|"win"|"lose"|"draw"|"wrong"} Event */

/** Each tone: Hertz, when it begins and how long it lasts, in seconds.
 * @type {{[event: string]: [number, number, number][]}} */
const TONES = {
  move: [[330, 0, .09]],
  win: [[523, 0, .16], [659, .11, .16], [784, .22, .16], [1047, .33, .4]],
  lose: [[392, 0, .2], [330, .16, .2], [262, .32, .4]],
  draw: [[392, 0, .2], [392, .2, .3]],
  wrong: [[208, 0, .12], [175, .1, .2]],
};

/** A wave of a reaction sounds higher than the one before: a pentatonic scale, in semitones. */
const SCALE = [0, 2, 4, 7, 9], ROOT = 392, WAVES_MOST = 15;

/** Loudness; half of what would be heard as loud as speech. */
const GAIN = .12;

/** Milliseconds of vibration and pauses.
 * @type {{[event: string]: number[]}} */
const PULSES = { move: [12], press: [18], win: [20, 60, 20, 60, 50], wrong: [30, 50, 30] };

/** @type {AudioContext|null} */
let context = null;

/** @param {[number, number, number][]} tones */
function sound(tones) {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume(); /* a browser starts sounds only after somebody has touched the page */
  for (const [hertz, begin, length] of tones) {
    const at = context.currentTime + begin, tone = context.createOscillator(), gain = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(GAIN, at + .008);
    gain.gain.exponentialRampToValueAtTime(.0005, at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}

/** @param {Event} event */
export function sound_of(event) {
  sound(TONES[event]);
}

/** Sounds a move at once, and each wave of its reaction as it begins.
 * @param {{waves: any[]}} preview
 * @returns {() => void} call it at each wave; the first wave is the move itself */
export function sounds(preview) {
  let wave = -1;
  sound_of("move");
  return () => {
    const step = Math.min(wave++, WAVES_MOST);
    if (step >= 0 && preview.waves.length > 1)
      sound([[ROOT * 2 ** (Math.floor(step / SCALE.length) + SCALE[step % SCALE.length] / 12), 0, .14]]);
  };
}

/** Whether the device can vibrate and is held in a hand. */
export function can_buzz() {
  return typeof navigator.vibrate === "function" && matchMedia("(pointer: coarse)").matches;
}

/** @param {"move"|"press"|"win"|"wrong"} event */
export function buzz(event) {
  if (settings.haptics && can_buzz()) navigator.vibrate(PULSES[event]);
}

const PIECES = 26, FLIGHT_MS = 1100;

/** Triangles of the winner's colour fly up from the middle of an element and fall; not where no motion is wanted.
 * @param {HTMLElement} parent @param {string} colour */
export function celebrate(parent, colour) {
  buzz("win");
  if (still()) return;
  const picture = s("svg", { class: "celebration", viewBox: "-100 -100 200 200", "aria-hidden": "true" });
  parent.append(picture);
  const flights = Array.from({ length: PIECES }, (_one, i) => {
    /* An even fan with steps that repeat late: it looks random, and is the same each time. */
    const angle = (-90 + ((i * 137.5) % 150) - 75) * Math.PI / 180, reach = 55 + (i * 29) % 45, x = Math.cos(angle) * reach, y = Math.sin(angle) * reach;
    const piece = s("path", { d: "M0-4L3.600 2.500H-3.600z", class: i % 3 ? `c-${colour}` : "c-other" });
    picture.append(piece);
    const spin = (i % 2 ? 1 : -1) * (200 + (i * 53) % 260);
    return piece.animate([
      { transform: "translate(0,20px) scale(.3) rotate(0)", opacity: 1 },
      { transform: `translate(${x}px,${y}px) scale(1.3) rotate(${spin * .6}deg)`, opacity: 1, offset: .45, easing: "ease-in" },
      { transform: `translate(${x * 1.15}px,${y + 90}px) scale(1) rotate(${spin}deg)`, opacity: 0 },
    ], { duration: FLIGHT_MS, easing: "cubic-bezier(.15,.8,.4,1)", fill: "both" }).finished;
  });
  Promise.allSettled(flights).then(() => picture.remove());
}
