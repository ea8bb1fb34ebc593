import { Anchor, Button, Center, Group, Stack, Text, Title } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, Link, useRouteError } from "react-router";
import { PageTitle } from "../ui/page-title";
import { reloadOnce } from "./chunk-failure";

/** If even the error page fails, plain HTML with a link home is left. */
class LastResort extends Component<{ children: ReactNode }, { failed: boolean }> {
  state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main style={{ padding: "4rem 1rem", textAlign: "center" }}>
        <p>An error occurred while showing the error page</p>
        <a href="/">Home</a>
      </main>
    );
  }
}

function Frame({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Center component="main" mih="70dvh" p="md">
      <PageTitle>{title}</PageTitle>
      <Stack align="center" maw={520} gap="md">
        <Title order={1} ta="center">
          {title}
        </Title>
        {text && (
          <Text c="dimmed" ta="center">
            {text}
          </Text>
        )}
        <Group justify="center">{children}</Group>
      </Stack>
    </Center>
  );
}

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <Frame title={t("shell.notFound.title")} text={t("shell.notFound.text")}>
      <Button component={Link} to="/">
        {t("shell.notFound.home")}
      </Button>
    </Frame>
  );
}

function Details() {
  const { t } = useTranslation();
  const problem = useRouteError();
  if (isRouteErrorResponse(problem) && problem.status === 404) return <NotFoundPage />;
  const isStale = problem instanceof Error && /dynamically imported module|preload/i.test(problem.message);
  if (isStale && reloadOnce()) return null;
  return (
    <Frame title={t("shell.failure.title")} text={t("shell.failure.text")}>
      <Button onClick={() => location.reload()}>{t("shell.failure.reload")}</Button>
      <Anchor href="/">{t("shell.notFound.home")}</Anchor>
    </Frame>
  );
}

/** Whatever went wrong while a page was loaded or drawn. */
export function ErrorPage() {
  return (
    <LastResort>
      <Details />
    </LastResort>
  );
}
