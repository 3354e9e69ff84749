// @ts-check
/**
 * drag.js - a thing that can be dragged: its picture follows the pointer until it is dropped.
 */

/** Less than this, in pixels, is a click. */
const SLACK = 7;

/**
 * Follows a pointer that was pressed on an element.
 * @param {PointerEvent} press @param {HTMLElement} element
 * @param {{lift: () => void, drop: (under: Element|null) => void}} actions `lift`: it begins to move; `drop`: it was let
 *   go over this; null where the system took the pointer away
 */
export function drag(press, element, { lift, drop }) {
  if (press.button !== 0 || !press.isPrimary) return;
  const root = /** @type {any} */ (element.getRootNode()); /* the document, or a shadow tree */
  const box = element.getBoundingClientRect(), picture = /** @type {HTMLElement} */ (element.cloneNode(true));
  const listening = new AbortController(), on = (/** @type {string} */ name, /** @type {any} */ hear) => addEventListener(name, hear, { signal: listening.signal });
  on("pointermove", (/** @type {PointerEvent} */ event) => {
    const x = event.clientX - press.clientX, y = event.clientY - press.clientY;
    if (event.pointerId !== press.pointerId || (!picture.isConnected && Math.hypot(x, y) < SLACK)) return;
    if (!picture.isConnected) {
      picture.classList.add("in-hand");
      picture.setAttribute("aria-hidden", "true");
      picture.style.width = `${box.width}px`;
      (root.body ?? root).append(picture);
      lift();
    }
    picture.style.transform = `translate(${box.left + x}px,${box.top + y}px)`;
  });
  const end = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== press.pointerId) return;
    listening.abort();
    if (!picture.isConnected) return;
    picture.remove();
    /* A browser makes a click of the drop: nobody is to hear it. */
    const swallow = (/** @type {Event} */ click) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    drop(event.type === "pointerup" ? root.elementFromPoint(event.clientX, event.clientY) : null);
  };
  on("pointerup", end);
  on("pointercancel", end);
}
