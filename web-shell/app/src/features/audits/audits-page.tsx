import { Card, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTexts } from "../../i18n/use-texts";
import { EmptyState, Loading, PageHead } from "../../ui/page";
import { TextButton } from "../../ui/texts";
import { auditQuery, useNewest, useProject } from "./audits";
import { Overview } from "./overview-page";
import { CheckedList, StartForm } from "./start-form";
import "./audits.css";

/** The newest audit of the project, or the start of its first one. */
export function AuditsPage() {
  const { t, href } = useTexts("audits");
  const project = useProject();
  const newest = useNewest(project?.id);
  if (project === null) {
    return (
      <EmptyState
        icon="gauge"
        level={1}
        title={t("audits.start.noProject")}
        text={t("audits.start.noProjectText")}
      >
        <TextButton label={t("audits.start.addProject")} isMain to={href("addProject")} icon="add" />
      </EmptyState>
    );
  }
  if (!project || newest === undefined) return <Loading h={320} radius="lg" />;
  if (newest) return <Newest id={newest.id} />;
  return (
    <Stack gap="lg" maw={720} mx="auto">
      <PageHead title={t("audits.start.title")} lead={t("audits.start.lead")}>
        <TextButton label={t("audits.settings.title")} to={href("auditSettings")} icon="settings" />
      </PageHead>
      <Card withBorder padding="lg">
        <StartForm key={project.id} project={project} />
      </Card>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {t("audits.checked.title")}
        </Title>
        <CheckedList />
      </Stack>
    </Stack>
  );
}

function Newest({ id }: { id: string }) {
  const { data: audit } = useQuery(auditQuery(id));
  return audit ? <Overview id={id} /> : <Loading h={320} radius="lg" />;
}
