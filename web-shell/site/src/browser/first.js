// Runs before the first paint, so that neither the colours nor the question about cookies flash.
(() => {
  const root = document.documentElement;
  const kept = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      // Storage may be blocked; then the system's colours apply.
      return null;
    }
  };
  const scheme = kept("mantine-color-scheme-value");
  if (scheme === "light" || scheme === "dark") root.dataset.scheme = scheme;
  if (kept("sitewright.signed-in")) root.dataset.user = "";
  // A short tag of what the page measures with: a consent is for what it named.
  let tag = "";
  if (root.dataset.measuring) {
    const { script, pixel } = JSON.parse(root.dataset.measuring);
    let hash = 2_166_136_261;
    for (const sign of `${script} ${pixel}`) hash = Math.imul(hash ^ sign.codePointAt(0), 16_777_619);
    tag = (hash >>> 0).toString(36);
    root.dataset.tag = tag;
  }
  // A yes to something else is not an answer to this page; a no is one to every page.
  const [, answer, named] = document.cookie.match(/(?:^|; )cookie_consent=([01])(?:\.(\w+))?(?:;|$)/) ?? [];
  if (answer === "0" || (answer && (!tag || named === tag))) root.dataset.consent = answer;
})();
