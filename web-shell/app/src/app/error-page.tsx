import { Button, Center, Group, Stack, Text, Title } from "@mantine/core";
import { ApiProblem } from "@sitewright/sdk/shell";
import { Component, type ReactNode, useEffect } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { useTexts } from "../i18n/use-texts";
import { PageTitle } from "../ui/page";
import { TextButton } from "../ui/texts";
import { reloadOnce } from "./chunk-failure";

/** Texts independent of the loaded ones, which may be what failed. */
const LAST_WORDS = {
  en: { text: "An error occurred while showing the error page", home: "Back to the homepage", path: "/" },
  pl: { text: "Wystąpił błąd podczas wyświetlania strony błędu", home: "Wróć na stronę główną", path: "/pl" },
};

/** Plain HTML with a link home, in case the error page fails as well. */
export class LastResort extends Component<{ children: ReactNode }, { failed: boolean }> {
  state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  render() {
    if (!this.state.failed) return this.props.children;
    const { text, home, path } = LAST_WORDS[document.documentElement.lang === "pl" ? "pl" : "en"];
    return (
      <main style={{ padding: "4rem 1rem", textAlign: "center" }}>
        <h1 style={{ fontSize: "1.5rem" }}>{text}</h1>
        <a href={path}>{home}</a>
      </main>
    );
  }
}

type FrameProps = { status: number; title: string; text: string; isFramed?: boolean; children: ReactNode };

function Frame({ status, title, text, isFramed = false, children }: FrameProps) {
  return (
    <Center component={isFramed ? "div" : "main"} mih="70dvh" p="md">
      <PageTitle>{title}</PageTitle>
      <Stack align="center" maw={520} gap="md" data-status={status}>
        <Title order={1} ta="center">
          {title}
        </Title>
        <Text c="dimmed" ta="center">
          {text}
        </Text>
        <Group justify="center">{children}</Group>
      </Stack>
    </Center>
  );
}

function HomeLink({ quiet = false }: { quiet?: boolean }) {
  const { t, href } = useTexts();
  return (
    <TextButton label={t("shell.notFound.home")} to={href("home")} variant={quiet ? "default" : "filled"} />
  );
}

type NotFoundProps = { invalid?: boolean /** Inside a layout. */; isFramed?: boolean };

/** For an address without a page, and for one with invalid parameters. */
export function NotFoundPage({ invalid = false, isFramed }: NotFoundProps) {
  const { t } = useTexts();
  const title = invalid ? t("shell.notFound.invalid") : t("shell.notFound.title");
  return (
    <Frame status={404} title={title} text={t("shell.notFound.text")} isFramed={isFramed}>
      <HomeLink />
    </Frame>
  );
}

function statusOf(problem: unknown): number {
  if (isRouteErrorResponse(problem) || problem instanceof ApiProblem) return problem.status || 500;
  return 500;
}

/** Shown instead of a page whose code is not loaded yet. It opens automatically once the connection is back. */
function OfflinePage({ isFramed }: { isFramed: boolean }) {
  const { t } = useTexts();
  useEffect(() => {
    const open = () => location.reload();
    addEventListener("online", open);
    return () => removeEventListener("online", open);
  }, []);
  return (
    <Frame status={503} title={t("shell.offline.title")} text={t("shell.offline.page")} isFramed={isFramed}>
      <Button onClick={() => navigator.onLine && location.reload()}>{t("shell.loading.retry")}</Button>
    </Frame>
  );
}

function Details({ isFramed }: { isFramed: boolean }) {
  const { t } = useTexts();
  const problem = useRouteError();
  if (isRouteErrorResponse(problem) && problem.status === 404) {
    return <NotFoundPage invalid={problem.data === "invalid"} isFramed={isFramed} />;
  }
  const isStale =
    problem instanceof Error &&
    /dynamically imported module|importing a module script|preload/i.test(problem.message);
  if (isStale && reloadOnce()) return null;
  if (isStale && !navigator.onLine) return <OfflinePage isFramed={isFramed} />;
  const said = isRouteErrorResponse(problem) && typeof problem.data === "string" ? problem.data : null;
  return (
    <Frame
      status={statusOf(problem)}
      title={t("shell.failure.title")}
      text={said ?? t("shell.failure.text")}
      isFramed={isFramed}
    >
      <Button onClick={() => location.reload()}>{t("shell.failure.reload")}</Button>
      <HomeLink quiet />
    </Frame>
  );
}

/** Any error while a page loads or renders. */
export function ErrorPage({ isFramed = false }: { isFramed?: boolean }) {
  return (
    <LastResort>
      <Details isFramed={isFramed} />
    </LastResort>
  );
}
