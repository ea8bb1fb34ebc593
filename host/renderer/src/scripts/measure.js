// Runs before the scripts of the page, in a world of its own.
globalThis.measured = { paint: null, largest: null, shifts: [], tasks: [] };
const observe = (type, take) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
observe("paint", (entry) => {
  if (entry.name === "first-contentful-paint") measured.paint = entry.startTime;
});
observe("largest-contentful-paint", (entry) => {
  const image = entry.element instanceof HTMLImageElement ? entry.element : null;
  measured.largest = {
    time: entry.startTime,
    url: image ? image.currentSrc || entry.url : "",
    lazy: image?.loading === "lazy",
  };
});
observe("layout-shift", (entry) => {
  if (!entry.hadRecentInput && measured.shifts.length < 5000) measured.shifts.push([entry.startTime, entry.value]);
});
observe("longtask", (entry) => {
  if (measured.tasks.length < 5000) measured.tasks.push([entry.startTime, entry.duration]);
});
