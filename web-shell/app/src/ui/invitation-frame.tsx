import { Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { Notice, PageTitle } from "./page";

type Props = {
  title: string;
  /** Said where the link has lost its token on the way. */
  missing: string;
  children: (token: string) => ReactNode;
};

/** Where the link of an invitation leads. */
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
