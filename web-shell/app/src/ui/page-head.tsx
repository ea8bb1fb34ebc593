import { Box, Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { PageTitle } from "./page-title";

type Props = {
  title: string;
  /** The heading, if it is not the title of the window. */
  heading?: string;
  lead: string;
  /** Beside the heading. */
  children?: ReactNode;
};

/** The title of a page, what the page is for, and its main action. */
export function PageHead({ title, heading = title, lead, children }: Props) {
  const text = (
    <Box>
      <Title order={1}>{heading}</Title>
      <Text c="dimmed" mt={4}>
        {lead}
      </Text>
    </Box>
  );
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {children ? (
        <Group justify="space-between" align="flex-end">
          {text}
          {children}
        </Group>
      ) : (
        text
      )}
    </>
  );
}
