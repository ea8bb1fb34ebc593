import { Anchor, Box, Group, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/use-texts";
import { BackLink, Notice, PageTitle } from "../../ui/page";
import { Parts } from "../../ui/parts";
import { Dim, TextButton } from "../../ui/texts";
import { type Audit, hostOf, isOpen } from "./audits";
import { AuditBadge } from "./marks";
import { NewAudit } from "./new-audit";
import { ProgressCard } from "./progress-card";
import "./audits.css";

const PARTS = [
  { name: "overview", page: "audit" },
  { name: "pages", page: "auditPages" },
  { name: "tree", page: "auditTree" },
] as const;

type Props = { audit: Audit; part: (typeof PARTS)[number]["name"]; children: ReactNode };

/** The site and the state of an audit, and its parts. */
export function AuditFrame({ audit, part, children }: Props) {
  const { t, href, number, dateTime } = useTexts("audits");
  const host = hostOf(audit.start);
  return (
    <Stack gap="lg">
      <PageTitle>{`${t(`audits.part.${part}`)} – ${host}`}</PageTitle>
      <BackLink to={href("auditList")}>{t("audits.list.title")}</BackLink>
      <Group justify="space-between" align="flex-start">
        <Box miw={0} flex="1 1 18rem">
          <Group gap="sm">
            <Title order={1}>{host}</Title>
            <div role="status">
              <AuditBadge audit={audit} />
            </div>
          </Group>
          <Dim mt={4} style={{ overflowWrap: "anywhere" }}>
            <Anchor href={audit.start} target="_blank" rel="noopener noreferrer" size="sm" underline="always">
              {audit.start}
            </Anchor>
            {` · ${dateTime(audit.created_at)} · `}
            {t("audits.frame.fetched", { count: audit.fetched, pages: number(audit.fetched) })}
            {` · ${t(`audits.cause.${audit.cause}`)}`}
          </Dim>
        </Box>
        <Actions audit={audit} />
      </Group>
      <Outcome audit={audit} />
      <ProgressCard audit={audit} />
      <Parts
        label={t("audits.part.title")}
        parts={PARTS.map(({ name, page }) => ({
          to: href(page, { audit: audit.id }),
          label: t(`audits.part.${name}`),
          isCurrent: name === part,
        }))}
      />
      {children}
    </Stack>
  );
}

function Actions({ audit }: { audit: Audit }) {
  const { t, href } = useTexts("audits");
  return (
    <Group gap="xs">
      {audit.state === "done" && (
        <TextButton
          label={t("audits.report.open")}
          to={`${href("auditReports")}?audit=${audit.id}`}
          icon="document"
        />
      )}
      <TextButton label={t("audits.settings.title")} to={href("auditSettings")} icon="settings" />
      {!isOpen(audit) && <NewAudit />}
    </Group>
  );
}

/** Why an audit ended without a score. */
function Outcome({ audit: { state, problem } }: { audit: Audit }) {
  const { t } = useTexts("audits");
  if (state === "failed") {
    return (
      <Notice icon="alert" color="red" variant="light" title={t("audits.frame.failed")}>
        {problem?.message}
      </Notice>
    );
  }
  return state === "cancelled" ? <Notice>{t("audits.frame.cancelled")}</Notice> : null;
}
