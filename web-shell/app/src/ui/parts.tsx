import { Box } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import "./parts.css";

type Part = { to: string; label: string; isCurrent: boolean };

/** The tabs of a page. A `NavLink` would also mark the first tab, whose address is a prefix of the others. */
export function Parts({ label, parts }: { label: string; parts: Part[] }) {
  const nav = useRef<HTMLElement>(null);
  const current = parts.find(({ isCurrent }) => isCurrent)?.to;
  // In a narrow window the tabs scroll, and the current one must be visible. Only another page moves them: a new label
  // must not scroll a page that its reader has scrolled.
  useEffect(() => {
    const part = current && nav.current?.querySelector("[aria-current]");
    if (part) part.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <Box component="nav" aria-label={label} className="sw-parts" ref={nav}>
      {parts.map(({ to, label: name, isCurrent }) => (
        <Link key={to} to={to} aria-current={isCurrent ? "page" : undefined}>
          {name}
        </Link>
      ))}
    </Box>
  );
}
