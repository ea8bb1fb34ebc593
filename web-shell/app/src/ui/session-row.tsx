import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Line, TextButton } from "./texts";

type Props = {
  device: string;
  badge?: ReactNode;
  /** Facts about the session; empty ones are omitted. */
  facts: (string | null | undefined)[];
  /** The button that ends it, with an accessible name that includes the row; none if it cannot be ended. */
  end: { text: string; label: string; onClick: () => void } | null;
};

/** A session in a list. */
export function SessionRow({ device, badge, facts, end }: Props) {
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div>
        <Group gap="xs">
          <Text fw={600}>{device}</Text>
          {badge}
        </Group>
        <Line of={facts} />
      </div>
      {end && <TextButton label={end.text} size="xs" onClick={end.onClick} name={end.label} />}
    </Group>
  );
}
