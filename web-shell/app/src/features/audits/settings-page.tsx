import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTexts } from "../../i18n/use-texts";
import { BackLink, EmptyState, Loading, PageHead } from "../../ui/page";
import { TextButton } from "../../ui/texts";
import { settingsQuery, useProject } from "./audits";
import { DeploymentForm } from "./deployment-form";
import { IgnoreList } from "./ignore-list";
import { LoginForm } from "./login-form";
import { SettingsForm } from "./settings-form";
import { SettingsRules } from "./settings-rules";
import "./audits.css";

/** How the site of the selected project is audited. */
export default function SettingsPage() {
  const { t, href } = useTexts("audits");
  const project = useProject();
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
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <BackLink to={href("audits")}>{t("audits.start.title")}</BackLink>
      <PageHead
        title={t("audits.settings.title")}
        lead={project ? t("audits.settings.lead", { domain: project.site.domain }) : "\u00a0"}
      />
      {project ? (
        <Settings key={project.id} project={project.id} domain={project.site.domain} />
      ) : (
        <Loading h={480} radius="lg" />
      )}
    </Stack>
  );
}

function Settings({ project, domain }: { project: number; domain: string }) {
  const { data: settings } = useQuery(settingsQuery(project));
  if (!settings) return <Loading h={480} radius="lg" />;
  return (
    <>
      <SettingsForm project={project} settings={settings} />
      <DeploymentForm project={project} />
      <LoginForm project={project} domain={domain} />
      <SettingsRules project={project} settings={settings} />
      <IgnoreList project={project} />
    </>
  );
}
