import { Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { Notice, PageTitle } from "./page";

type Props = {
  title: string;
  /** Shown if the link is incomplete. */
  missing: string;
  children: (token: string) => ReactNode;
};

/** The layout of a page that an invitation link opens. */
export function InvitationFrame({ title, missing, children }: Props) {
  const [search] = useSearchParams();
  const token = search.get("token");
  return (
    <Stack gap="lg" maw={640} mx="auto">
      <PageTitle>{title}</PageTitle>
      <Title order={1}>{title}</Title>
      {token ? children(token) : <Notice role="alert">{missing}</Notice>}
    </Stack>
  );
}
