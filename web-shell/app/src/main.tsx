import "@fontsource-variable/figtree";
import "@fontsource/newsreader/500.css";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./ui/base.css";
import { createRoot } from "react-dom/client";
import { App } from "./app/app";
import { watchChunkFailures } from "./app/chunk-failure";
import { watchLinks } from "./app/prefetch";
import { textsReady } from "./i18n/i18n";

watchChunkFailures();
watchLinks();
textsReady.then(() => {
  const root = document.getElementById("root");
  if (root) createRoot(root).render(<App />);
});
