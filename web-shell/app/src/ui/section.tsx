import { Card, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Dim } from "./texts";

/** One part of a page with a heading of its own. */
export function Section({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <Card withBorder padding="lg" component="section" aria-label={title}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h3">
            {title}
          </Title>
          {lead && <Dim mt={4}>{lead}</Dim>}
        </div>
        {children}
      </Stack>
    </Card>
  );
}
