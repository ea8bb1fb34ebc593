import { Box } from "@mantine/core";
import { Link } from "react-router";
import "./parts.css";

/** In a narrow window the tabs scroll; the current one must be visible. */
const show = (part: HTMLAnchorElement | null) =>
  part?.scrollIntoView({ block: "nearest", inline: "nearest" });

type Part = { to: string; label: string; isCurrent: boolean };

/** The tabs of a page. A `NavLink` would also mark the first tab, whose address is a prefix of the others. */
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
