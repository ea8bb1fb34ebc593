import { Box } from "@mantine/core";
import { Link } from "react-router";
import "./parts.css";

/** In a narrow window the line of parts scrolls; the one at hand must be seen. */
const show = (part: HTMLAnchorElement | null) =>
  part?.scrollIntoView({ block: "nearest", inline: "nearest" });

type Part = { to: string; label: string; isCurrent: boolean };

/** The way between the parts of a page. A `NavLink` would mark the first part too, whose address begins those of all others. */
export function Parts({ label, parts }: { label: string; parts: Part[] }) {
  return (
    <Box component="nav" aria-label={label} className="sw-parts">
      {parts.map(({ to, label: name, isCurrent }) => (
        <Link
          key={to}
          ref={isCurrent ? show : undefined}
          to={to}
          aria-current={isCurrent ? "page" : undefined}
        >
          {name}
        </Link>
      ))}
    </Box>
  );
}
