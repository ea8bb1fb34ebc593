import { Box } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import "./parts.css";

type Part = { to: string; label: string; isCurrent: boolean };

/** Scrolls the tabs until one is visible. */
function show(bar: Element, part: Element) {
  const [edge, { left, right }] = [bar.getBoundingClientRect(), part.getBoundingClientRect()];
  if (left < edge.left) bar.scrollLeft += left - edge.left;
  else if (right > edge.right) bar.scrollLeft += right - edge.right;
}

/** The tabs of a page. A `NavLink` would also mark the first tab, whose address is a prefix of the others. */
export function Parts({ label, parts }: { label: string; parts: Part[] }) {
  const nav = useRef<HTMLElement>(null);
  const current = parts.find(({ isCurrent }) => isCurrent)?.to;
  // In a narrow window the tabs scroll, and the current one must be visible, also after its font is loaded or the window
  // has another width. The page itself stays where its reader has scrolled it.
  useEffect(() => {
    const bar = nav.current;
    const part = current && bar?.querySelector("[aria-current]");
    if (!bar || !part) return;
    const observer = new ResizeObserver(() => show(bar, part));
    observer.observe(bar);
    observer.observe(part);
    return () => observer.disconnect();
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
