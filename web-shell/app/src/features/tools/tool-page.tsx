import { Anchor, Code, Group, Popover, Stack, Title } from "@mantine/core";
import type { ListedTool, Tool } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { toolQuery, useMistakes } from "../../api/catalogue";
import { TOOLS } from "../../api/catalogue-cache";
import { api, unwrap, useApi, useLoaded } from "../../api/client";
import { ConfirmButton } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { CopyButton } from "../../ui/copy-button";
import { BackLink, EmptyState, Notice, PageTitle } from "../../ui/page";
import { Dim, IconButton, Small, Strong, TextLink } from "../../ui/texts";
import { ToolIcon } from "../../ui/tool-icon";
import { ToolLock } from "../../ui/tool-lock";
import { guestText } from "./guest-text";
import { Permissions } from "./permissions";
import { StyleExamples } from "./style-examples";
import "./tools.css";

/** A tool's page: its description and permissions, and below them the tool's own module. */
export default function ToolPage({ module }: { module: (tool: Tool) => ReactNode }) {
  const { t, href } = useTexts("tools");
  const { tool: id = "" } = useParams();
  const tool = useLoaded(toolQuery(id));
  const back = (
    <BackLink to={href("tools")} underline="hover">
      {t("tools.page.back")}
    </BackLink>
  );
  if (!tool) {
    return (
      <EmptyState
        icon="search"
        level={1}
        title={t("tools.page.unknownTitle")}
        text={t("tools.page.unknownText")}
      >
        {back}
      </EmptyState>
    );
  }
  return (
    <Stack gap="md">
      <PageTitle>{tool.name}</PageTitle>
      {back}
      <Header tool={tool} />
      {tool.development && <DevelopmentBar tool={tool} />}
      <ToolGuest tool={tool} />
      <ToolLock tool={tool} />
      <StyleExamples tool={tool.id} />
      {module(tool)}
    </Stack>
  );
}

function Header({ tool }: { tool: Tool }) {
  const { t, href } = useTexts("tools");
  return (
    <div className="sw-tool-head">
      <ToolIcon icon={tool.icon} category={tool.category} size={44} />
      <div>
        <div className="sw-tool-name">
          <Title order={1}>{tool.name}</Title>
          <ToolFacts tool={tool} />
        </div>
        <Dim mt={2}>{tool.summary}</Dim>
      </div>
      <Anchor
        component={Link}
        to={`${href("newBulk")}?tool=${tool.id}`}
        size="sm"
        underline="hover"
        visibleFrom="xs"
      >
        <Group gap={4} component="span" wrap="nowrap" mih={40}>
          <Icon name="table" size={15} />
          {t("tools.page.many")}
        </Group>
      </Anchor>
    </div>
  );
}

/** Who publishes the tool, and what it may do; behind a shield. */
function ToolFacts({ tool }: { tool: Tool }) {
  const { t, href } = useTexts("tools");
  return (
    <Popover width={300} position="bottom" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <IconButton icon="shield" label={t("tools.page.about")} size="lg" className="tool-facts" />
      </Popover.Target>
      <Popover.Dropdown aria-label={t("tools.page.about")}>
        <TextLink to={`${href("newBulk")}?tool=${tool.id}`} size="sm" hiddenFrom="xs">
          {t("tools.page.many")}
        </TextLink>
        <Small style={{ overflowWrap: "anywhere" }}>{tool.summary}</Small>
        <Dim mt="xs" style={{ overflowWrap: "anywhere" }}>
          {t("tools.page.by", { publisher: tool.publisher_name })}
          {" · "}
          {t("tools.page.version", { version: tool.version })}
        </Dim>
        <Permissions permissions={tool.permissions} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Says on a tool's page that the user has it by invitation, with a button to leave it. */
function ToolGuest({ tool }: { tool: ListedTool }) {
  const { t, href } = useTexts("tools");
  const { t: say } = useTranslation("invited");
  const navigate = useNavigate();
  if (!tool.guest) return null;
  const leave = async () => {
    await unwrap(api.DELETE("/api/tools/{id}/invitation", { params: { path: { id: tool.id } } }));
    await navigate(href("tools"), { replace: true });
  };
  return (
    <Notice>
      <Group justify="space-between" gap="xs">
        <Small flex="1 1 16rem">{guestText(tool, t)}</Small>
        <ConfirmButton
          label={say("invited.leave.go")}
          size="compact-md"
          title={say("invited.leave.title", { name: tool.name })}
          text={say("invited.leave.text")}
          cancel={say("invited.leave.stay")}
          done={say("invited.leave.done", { name: tool.name })}
          changed={TOOLS}
          act={leave}
        />
      </Group>
    </Notice>
  );
}

/** Says on a tool's page that it is a development version, and why the last change failed. */
function DevelopmentBar({ tool }: { tool: Tool }) {
  const { t } = useTexts("tools");
  const mistakes = useMistakes(tool.id);
  return (
    <Notice
      role="status"
      color={mistakes.length ? "red" : "yellow"}
      title={t("tools.development.title", { version: tool.version })}
    >
      <Small>{t("tools.development.about")}</Small>
      {mistakes.length > 0 && (
        <>
          <Strong mt="xs">{t("tools.development.failed")}</Strong>
          <ul className="tool-mistakes">
            {mistakes.map((mistake) => (
              <li key={mistake}>{mistake}</li>
            ))}
          </ul>
        </>
      )}
      <LastRun tool={tool.id} />
    </Notice>
  );
}

/** Runs of a development version are recorded: `sitewright plugin replay` takes this id. */
function LastRun({ tool }: { tool: string }) {
  const { t } = useTexts("tools");
  const { data } = useApi(
    "/api/runs",
    { query: { tool, per_page: 1 } },
    // The run of another tool must not show.
    { quiet: true, throwOnError: false, placeholderData: undefined },
  );
  const id = data?.data[0]?.id;
  if (!id) return null;
  return (
    <Group gap="xs" mt="xs">
      <Small>{t("tools.development.run")}</Small>
      <Code className="tool-run-id">{id}</Code>
      <CopyButton
        value={id}
        label={t("tools.development.copy")}
        copied={t("tools.development.copied")}
        size="compact-sm"
      />
    </Group>
  );
}
