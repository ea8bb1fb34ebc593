// What the page is like on the screen of a phone.
() => {
  const root = document.documentElement;
  const body = document.body ?? root;
  const width = root.clientWidth;
  const whole = (number) => Math.max(0, Math.round(number));
  const clips = (element) => ["hidden", "clip"].includes(getComputedStyle(element).overflowX);
  const overflow = clips(root) || clips(body) ? 0 : whole(root.scrollWidth - width);
  const named = (element) => {
    const name = element.id ? `#${element.id}` : element.classList[0] ? `.${element.classList[0]}` : "";
    return (element.localName + name).slice(0, 100);
  };
  const isShown = (element) => element.checkVisibility({ checkVisibilityCSS: true });
  const isInside = (element) => {
    for (let at = element.parentElement; at && at !== body; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== "visible") return true;
    }
    return false;
  };
  let widest = "";
  if (overflow > 0) {
    let right = width;
    for (const element of Array.from(body.querySelectorAll("*")).slice(0, 20000)) {
      const edge = element.getBoundingClientRect().right + scrollX;
      if (edge > right && !isInside(element)) {
        right = edge;
        widest = named(element);
      }
    }
  }
  const targets = { total: 0, small: 0, example: "" };
  const taps = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [onclick]";
  for (const element of Array.from(body.querySelectorAll(taps)).slice(0, 5000)) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || !isShown(element)) continue;
    const text = (element.innerText || element.getAttribute("aria-label") || element.value || "").trim();
    // A link in a sentence is as high as its line.
    const around = element.parentElement?.innerText.trim() ?? "";
    const isInSentence = getComputedStyle(element).display === "inline" && around.length > text.length + 20;
    targets.total += 1;
    if (!isInSentence && (box.width < 24 || box.height < 24)) {
      targets.small += 1;
      targets.example ||= text.replace(/\s+/g, " ").slice(0, 100) || named(element);
    }
  }
  const text = { all: 0, small: 0 };
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let count = 0; count < 50000 && walker.nextNode(); count += 1) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    const length = node.data.replace(/\s+/g, "").length;
    if (length === 0 || !parent || ["script", "style", "noscript"].includes(parent.localName)) continue;
    if (!isShown(parent)) continue;
    text.all += length;
    if (Number.parseFloat(getComputedStyle(parent).fontSize) < 12) text.small += length;
  }
  const oversized = [];
  for (const image of document.images) {
    const shown = image.getBoundingClientRect().width;
    const isLarger = image.naturalWidth > shown * devicePixelRatio;
    if (shown > 1 && isLarger && /^https?:/.test(image.currentSrc) && oversized.length < 50) {
      const { currentSrc, naturalWidth } = image;
      oversized.push({ url: currentSrc, natural: naturalWidth, shown: whole(shown), density: devicePixelRatio });
    }
  }
  const { paint, largest, shifts, tasks } = measured;
  // The largest window of shifts less than a second apart, at most five seconds long.
  let [most, sum, first, last] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  for (const [time, value] of shifts) {
    if (time - last >= 1000 || time - first >= 5000) [sum, first] = [0, time];
    sum += value;
    last = time;
    most = Math.max(most, sum);
  }
  const blocked = tasks
    .map(([start, length]) => [Math.max(start, paint ?? 0), start + length])
    .reduce((all, [start, end]) => all + Math.max(0, end - start - 50), 0);
  const sent = performance.getEntriesByType("navigation")[0]?.responseEnd ?? 0;
  const files = performance.getEntriesByType("resource").filter((file) => file.renderBlockingStatus === "blocking");
  const slowest = files.reduce((one, other) => (one && one.responseEnd >= other.responseEnd ? one : other), null);
  return JSON.stringify({
    overflow,
    widest,
    targets: targets.total,
    small_targets: targets.small,
    small_target: targets.example,
    characters: text.all,
    small_characters: text.small,
    oversized,
    fcp: paint === null ? null : whole(paint),
    lcp: largest === null ? null : whole(largest.time),
    lcp_url: largest?.url ?? "",
    lcp_lazy: largest?.lazy ?? false,
    cls: paint === null ? null : whole(most * 1000),
    tbt: paint === null ? null : whole(blocked),
    blocking: paint === null ? null : slowest ? whole(Math.min(slowest.responseEnd, paint) - sent) : 0,
    blocking_file: slowest?.name ?? "",
  });
}
