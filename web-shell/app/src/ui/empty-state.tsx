import { Box, Stack, Text, Title } from "@mantine/core";
import { Icon, type IconName } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { PageTitle } from "./page-title";

type Props = {
  icon: IconName;
  title: string;
  text: string;
  /** 1 where nothing else is on the page. */
  level?: 1 | 2;
  /** What the page is called, where its heading says something else. */
  page?: string;
  children?: ReactNode;
};

/** What a list says when it has nothing to show, and what to do about it. */
export function EmptyState({ icon, title, text, level = 2, page = title, children }: Props) {
  return (
    <Stack align="center" gap="xs" py={64} px="md">
      {level === 1 && <PageTitle>{page}</PageTitle>}
      <Box c="dimmed">
        <Icon name={icon} size={36} />
      </Box>
      <Title order={level} size="h4" ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center" maw={440}>
        {text}
      </Text>
      {children}
    </Stack>
  );
}
