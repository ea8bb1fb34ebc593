import { Group, Stack, Text } from "@mantine/core";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { FormAlert } from "../../ui/form";
import { Section } from "../../ui/page";
import { Dim, Small, TextButton, TextLink } from "../../ui/texts";
import { Command } from "./command";
import { actions, type Own, type Publisher, useLatest } from "./publisher";
import { PublisherFrame } from "./publisher-frame";
import { SubmissionRows } from "./submission-rows";
import { Terms } from "./terms";

/** The state of a publisher: the next steps, and the last packages. */
export default function OverviewPage() {
  return (
    <PublisherFrame part="overview">
      {(publisher, own) => (
        <>
          {publisher.terms < own.terms && publisher.role === "owner" && <NewTerms own={own} />}
          <NextSteps publisher={publisher} />
          <Latest />
        </>
      )}
    </PublisherFrame>
  );
}

/** The steps up to a package that this server accepts from this publisher. */
const commands = (publisher: string) =>
  [
    `sitewright plugin new my-tool --publisher ${publisher}`,
    "sitewright plugin pack my-tool -o my-tool.plugin",
    `sitewright plugin sign my-tool.plugin --key ${publisher}.key`,
  ].join("\n");

function NextSteps({ publisher }: { publisher: Publisher }) {
  const { t, href } = useTexts("portal");
  const { data } = useLatest();
  const done = {
    key: publisher.keys.some(({ revoked_at }) => !revoked_at),
    payout: publisher.payout !== null,
    send: (data?.total ?? 0) > 0,
    submit: data?.data.some(({ submitted_at }) => submitted_at) ?? false,
  };
  // Only owners manage payout details.
  const steps = (["key", "send", "submit", "payout"] as const).filter(
    (step) => step !== "payout" || publisher.role === "owner",
  );
  const pages = { key: "publisherProfile", payout: "publisherProfile" } as const;
  return (
    <Section title={t("portal.steps.title")} lead={t("portal.steps.lead")}>
      <Stack component="ul" className="partner-rows" gap={0}>
        {steps.map((step) => (
          <li key={step}>
            <div>
              <Text fw={600}>
                <TextLink
                  to={href(step in pages ? pages[step as keyof typeof pages] : "publisherPackages")}
                  c="var(--mantine-color-text)"
                >
                  {t(`portal.steps.${step}`)}
                </TextLink>
              </Text>
              <Dim>{t(`portal.steps.${step}Text`)}</Dim>
            </div>
            <Small c={done[step] ? undefined : "dimmed"}>
              {t(done[step] ? "portal.steps.done" : "portal.steps.open")}
            </Small>
          </li>
        ))}
      </Stack>
      <Command label={t("portal.steps.commands")} text={commands(publisher.id)} />
      <TextLink to={href("docs", { "*": "plugins/publishing" })}>{t("portal.steps.docs")}</TextLink>
    </Section>
  );
}

function Latest() {
  const { t } = useTexts("portal");
  const { data } = useLatest();
  if (!data || data.total === 0) return null;
  return (
    <Section title={t("portal.latest.title")}>
      <SubmissionRows submissions={data.data.slice(0, 5)} />
    </Section>
  );
}

function NewTerms({ own }: { own: Own }) {
  const { t } = useTexts("portal");
  const { message, press } = useAction();
  return (
    <Section title={t("portal.newTerms.title")} lead={t("portal.newTerms.lead")}>
      <FormAlert>{message}</FormAlert>
      <Terms />
      <Group>
        <TextButton
          label={t("portal.newTerms.go")}
          isMain
          {...press(() => actions.edit({ terms: own.terms }), t("portal.newTerms.done"))}
        />
      </Group>
    </Section>
  );
}
