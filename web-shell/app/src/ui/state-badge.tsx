import { Badge } from "@mantine/core";
import "./state-badge.css";

export type Mark = "plain" | "good" | "warn" | "bad";

/** Where a package is on its way to the catalogue, as its publisher and its reviewers see it. */
export const SUBMISSION_MARKS = {
  refused: "bad",
  checked: "plain",
  submitted: "warn",
  returned: "bad",
  approved: "good",
} as const satisfies Record<string, Mark>;

/** Coloured text on its own tint has too little contrast: the colour is a dot, the words are text. */
export function StateBadge({ mark, children }: { mark: Mark; children: string }) {
  return (
    <Badge variant="default" tt="none" fw={500} leftSection={<span className="sw-dot" data-mark={mark} />}>
      {children}
    </Badge>
  );
}
