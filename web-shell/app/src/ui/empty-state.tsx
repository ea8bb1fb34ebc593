import { Box, Stack, Text, Title } from "@mantine/core";
import { Icon, type IconName } from "@sitewright/ui/icon";
import type { ReactNode } from "react";

type Props = { icon: IconName; title: string; text: string; children?: ReactNode };

/** What a list says when it has nothing to show, and what to do about it. */
export function EmptyState({ icon, title, text, children }: Props) {
  return (
    <Stack align="center" gap="xs" py={64} px="md">
      <Box c="dimmed">
        <Icon name={icon} size={36} />
      </Box>
      <Title order={2} size="h4" ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center" maw={440}>
        {text}
      </Text>
      {children}
    </Stack>
  );
}
