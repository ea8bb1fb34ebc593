import { Code, Group } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { useState } from "react";
import { api, unwrap, useApi, withId } from "../../api/client";
import { ConfirmButton, useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Section } from "../../ui/page";
import { ShownOnce } from "../../ui/shown-once";
import { Dim, Small, TextButton } from "../../ui/texts";

const DEPLOYMENT = at("/api/projects/{id}/audit-deployment");
const STAND_IN = "https://…/api/incoming/deployments/…";

/** The address with which a deployment starts an audit. It is shown once, when it is made. */
export function DeploymentForm({ project }: { project: number }) {
  const { t } = useTexts("audits");
  const { data } = useApi(
    "/api/projects/{id}/audit-deployment",
    { path: { id: project } },
    { throwOnError: false },
  );
  const [url, setUrl] = useState<string | null>(null);
  const action = useAction();
  const make = async () => {
    const made = await unwrap(api.POST("/api/projects/{id}/audit-deployment", withId(project)));
    setUrl(made.url);
  };
  const withdraw = async () => {
    await unwrap(api.DELETE("/api/projects/{id}/audit-deployment", withId(project)));
    setUrl(null);
  };
  if (!data) return null;
  return (
    <Section title={t("audits.deployment.title")} lead={t("audits.deployment.lead")}>
      {url && (
        <ShownOnce
          text={t("audits.deployment.once")}
          label={t("audits.deployment.address")}
          value={url}
          copy={t("audits.deployment.copy")}
          copied={t("audits.deployment.copied")}
          done={t("audits.deployment.hide")}
          onDone={() => setUrl(null)}
        />
      )}
      {data.active ? (
        <>
          <div>
            <Dim mb={4}>{t("audits.deployment.example")}</Dim>
            <Code block className="audit-snippet">{`curl -X POST "${url ?? STAND_IN}?delay=5"`}</Code>
          </div>
          <Group gap="xs">
            <ConfirmButton
              label={t("audits.deployment.renew")}
              text={t("audits.deployment.renewText")}
              changed={DEPLOYMENT}
              act={make}
            />
            <ConfirmButton
              label={t("audits.deployment.withdraw")}
              text={t("audits.deployment.withdrawText")}
              done={t("audits.deployment.withdrawn")}
              changed={DEPLOYMENT}
              act={withdraw}
            />
          </Group>
        </>
      ) : (
        <div>
          <Small mb="xs">{t("audits.deployment.none")}</Small>
          <TextButton
            label={t("audits.deployment.make")}
            icon="add"
            {...action.press(make, undefined, DEPLOYMENT)}
          />
        </div>
      )}
      {action.dialog}
    </Section>
  );
}
