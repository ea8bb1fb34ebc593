import "@fontsource-variable/figtree";
import "@fontsource/newsreader/500.css";
import "virtual:mantine-styles.css";
import "./ui/base.css";
import "./ui/frame.css";
import "./ui/opening.css";
import { copyPlainSpaces, gluePage } from "@sitewright/ui/typography";
import i18next from "i18next";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { reloadForLanguage } from "./api/client";
import { App } from "./app/app";
import { watchChunkFailures } from "./app/chunk-failure";
import { watchLinks } from "./app/prefetch";
import { router, startRouter } from "./app/routes";
import { textsReady } from "./i18n/i18n";

copyPlainSpaces();
gluePage();
watchChunkFailures();
watchLinks();
textsReady.then(() => i18next.on("languageChanged", reloadForLanguage));

/** A page that was sent with its opening shows the opening until the whole page is ready. */
function pageReady(): Promise<void> {
  if (router.state.initialized || !document.querySelector("[data-opening]")) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

/** Styles load beside the program and may come later. */
function stylesReady() {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  const load = (link: HTMLLinkElement) =>
    link.sheet ??
    new Promise((done) => {
      link.onload = done;
      link.onerror = done;
    });
  return Promise.all(sheets.map(load));
}

function render() {
  const root = document.getElementById("root");
  // The opening is visible meanwhile: the browser may react between the steps of the first render.
  if (root) startTransition(() => createRoot(root).render(<App />));
}

// In a task of its own, after the evaluation of the program: together they would block the page for longer.
setTimeout(() => {
  startRouter();
  textsReady.then(pageReady).then(stylesReady).then(render);
});
