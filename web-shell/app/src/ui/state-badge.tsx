import { Badge } from "@mantine/core";
import "./state-badge.css";

export type Mark = "plain" | "good" | "warn" | "bad";

/** The state of a package in the review, as its publisher and the reviewers see it. */
export const SUBMISSION_MARKS = {
  refused: "bad",
  checked: "plain",
  submitted: "warn",
  returned: "bad",
  approved: "good",
} as const satisfies Record<string, Mark>;

/** Coloured text on a tint of its colour has too little contrast: the dot has the colour, the text does not. */
export function StateBadge({ mark, children }: { mark: Mark; children: string }) {
  return (
    <Badge variant="default" tt="none" fw={500} leftSection={<span className="sw-dot" data-mark={mark} />}>
      {children}
    </Badge>
  );
}
