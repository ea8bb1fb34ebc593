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
  const consent = document.cookie.match(/(?:^|; )cookie_consent=([01])(?:;|$)/);
  if (consent) root.dataset.consent = consent[1];
})();
