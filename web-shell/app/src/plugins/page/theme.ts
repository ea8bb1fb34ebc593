import { useEffect, useState } from "react";
import type { Theme } from "./protocol";

/** The theme of a page: stable names for the variables of the shell, which may change. */
const VARIABLES: Record<string, string> = {
  "--sw-body": "--mantine-color-body",
  "--sw-surface": "--sw-surface",
  "--sw-text": "--mantine-color-text",
  "--sw-dimmed": "--mantine-color-dimmed",
  "--sw-line": "--sw-line",
  "--sw-input-line": "--sw-input-line",
  "--sw-placeholder": "--sw-placeholder",
  "--sw-primary": "--mantine-primary-color-filled",
  "--sw-primary-hover": "--mantine-primary-color-filled-hover",
  "--sw-on-primary": "--mantine-primary-color-contrast",
  "--sw-anchor": "--mantine-color-anchor",
  "--sw-error": "--mantine-color-error",
  "--sw-caution": "--sw-caution",
  "--sw-radius": "--mantine-radius-md",
  "--sw-font": "--mantine-font-family",
  "--sw-font-headings": "--sw-serif",
  "--sw-font-mono": "--mantine-font-family-monospace",
};

const ATTRIBUTE = "data-mantine-color-scheme";

function read(): Theme {
  const root = document.documentElement;
  const style = getComputedStyle(root);
  const variables = Object.entries(VARIABLES).map(([name, ours]) => [
    name,
    style.getPropertyValue(ours).trim(),
  ]);
  return {
    scheme: root.getAttribute(ATTRIBUTE) === "dark" ? "dark" : "light",
    variables: Object.fromEntries(variables),
  };
}

/** The current colours and fonts of the shell, updated when the user or the system changes them. */
export function useTheme(): Theme {
  const [theme, setTheme] = useState(read);
  useEffect(() => {
    // A change of the system's scheme sets this attribute, too, after the dependent styles.
    const watcher = new MutationObserver(() => setTheme(read()));
    watcher.observe(document.documentElement, { attributeFilter: [ATTRIBUTE] });
    setTheme(read());
    return () => watcher.disconnect();
  }, []);
  return theme;
}
