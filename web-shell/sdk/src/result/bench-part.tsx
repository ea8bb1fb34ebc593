import { Box, Group, Title } from "@sitewright/ui";
import type { ReactNode } from "react";
import "./bench.css";

type Props = { title: string; aside?: ReactNode; children: ReactNode };

/** One part of the inspector: what stands behind a text. */
export function BenchPart({ title, aside, children }: Props) {
  return (
    <Box component="section" className="sw-bench-part" aria-label={title}>
      <Group justify="space-between" mb={6}>
        <Title order={3} size="h6" c="dimmed">
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Box>
  );
}
