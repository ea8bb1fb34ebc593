import { Card, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** One part of a page with a heading of its own. */
export function Section({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <Card withBorder padding="lg" component="section" aria-label={title}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h3">
            {title}
          </Title>
          {lead && (
            <Text size="sm" c="dimmed" mt={4}>
              {lead}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Card>
  );
}
