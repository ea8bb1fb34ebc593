// Choices that look varied and are deterministic for the same input.

/** FNV-1a over 32 bits. */
export function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) {
    state = Math.imul(state ^ text.charCodeAt(place), 0x01000193);
  }
  return state >>> 0;
}

/** A number below `count` for this seed and purpose. */
export function below(seed: number, purpose: string, count: number): number {
  // FNV maps similar inputs to close values; two rounds of mixing spread them.
  let mixed = Math.imul(seed ^ hash(purpose), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % Math.max(count, 1);
}
