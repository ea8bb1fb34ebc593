// What the operator measures with, loaded only after consent.

type Measuring = { script: string; attributes: { name: string; value: string }[]; pixel: string };

/** The queue of the pixel, which its script takes over. */
type Queue = ((...call: unknown[]) => void) & {
  callMethod?: (...call: unknown[]) => void;
  queue: unknown[][];
  loaded: boolean;
  version: string;
};

declare global {
  interface Window {
    fbq?: Queue;
    _fbq?: Queue;
  }
}

let isLoaded = false;

function load(src: string, attributes: Measuring["attributes"] = []) {
  const script = document.createElement("script");
  for (const { name, value } of attributes) script.setAttribute(name, value);
  script.async = true;
  script.src = src;
  document.head.append(script);
}

function loadPixel(id: string) {
  const queue: Queue = Object.assign(
    (...call: unknown[]) => (queue.callMethod ? queue.callMethod(...call) : queue.queue.push(call)),
    { queue: [] as unknown[][], loaded: true, version: "2.0" },
  );
  window.fbq = queue;
  window._fbq = queue;
  load("https://connect.facebook.net/en_US/fbevents.js");
  queue("init", id);
  queue("track", "PageView");
}

/** Loads what the page names, once and only with consent to exactly that. A withdrawn consent unloads it. */
export function measure() {
  const { consent, measuring } = document.documentElement.dataset;
  if (!measuring) return;
  const agrees = consent === "1";
  if (isLoaded && !agrees) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser.
    for (const name of ["_fbp", "_fbc"]) document.cookie = `${name}=; path=/; max-age=0`;
    location.reload();
  }
  if (isLoaded || !agrees) return;
  isLoaded = true;
  const { script, attributes, pixel }: Measuring = JSON.parse(measuring);
  if (script) load(script, attributes);
  if (pixel) loadPixel(pixel);
}
