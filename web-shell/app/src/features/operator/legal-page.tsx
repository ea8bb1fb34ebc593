import { Group, Title } from "@mantine/core";
import { Markdown } from "@sitewright/ui/markdown";
import { useApi, useLoaded } from "../../api/client";
import { ConfirmButton } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { DataTable } from "../../ui/data-table";
import { Dialog, DialogButton } from "../../ui/dialog";
import { Loading, Notice, Section } from "../../ui/page";
import { StateBadge } from "../../ui/state-badge";
import { Dim, TextButton } from "../../ui/texts";
import {
  dayIn,
  type LegalText,
  type LegalVersion,
  legalQuery,
  legalTextQuery,
  operatorActions,
  textId,
} from "./operator";
import { OperatorFrame } from "./operator-frame";

/** A day as the server names it, whatever the zone of the reader. */
function useDay() {
  const { language } = useTexts("operator");
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  return (day: string) => format.format(new Date(day));
}

const KINDS = ["terms", "privacy", "cookies"] as const;

/** The terms, the privacy policy and the page on cookies, with their versions in both languages. */
export default function LegalPage() {
  const { t } = useTexts("operator");
  const { data: texts } = useLoaded(legalQuery);
  return (
    <OperatorFrame part="legal">
      <Notice icon="review">{t("operator.legal.check")}</Notice>
      {KINDS.map((kind) => (
        <Section key={kind} title={t(`operator.legal.kind.${kind}`)}>
          {texts
            .filter((text) => text.kind === kind)
            .map((text) => (
              <OneText key={text.language} of={text} />
            ))}
        </Section>
      ))}
    </OperatorFrame>
  );
}

/** A text in one language: its versions, and what can be done with it. */
function OneText({ of }: { of: LegalText }) {
  const { t, href, language: ours } = useTexts("operator");
  const list = new Intl.ListFormat(ours);
  const language = t(`operator.language.${of.language}`);
  const name = `${t(`operator.legal.kind.${of.kind}`)} · ${language}`;
  const isOwn = of.versions.some(({ is_current, is_template }) => is_current && !is_template);
  return (
    <section className="operator-text" aria-label={name}>
      <Group justify="space-between" gap="xs">
        <div>
          <Title order={3} size="h5">
            {language}
          </Title>
          {!isOwn && <Dim>{t("operator.legal.template")}</Dim>}
        </div>
        <Group gap="xs">
          {of.address && (
            <TextButton
              label={t("operator.legal.open")}
              name={`${t("operator.legal.open")}: ${name}`}
              size="xs"
              variant="subtle"
              outside={of.address}
            />
          )}
          {isOwn ? <TemplateButton of={of} name={name} /> : <ReadButton of={of} version={0} name={name} />}
          <TextButton
            label={t("operator.legal.write")}
            name={`${t("operator.legal.write")}: ${name}`}
            size="xs"
            icon="edit"
            to={href("adminSiteLegalText", { text: textId(of) })}
          />
        </Group>
      </Group>
      {of.versions.map(
        ({ version, unnamed }) =>
          unnamed.length > 0 && (
            <Notice key={version} icon="alert" color="yellow">
              {t("operator.legal.unnamed", { version, services: list.format(unnamed) })}
            </Notice>
          ),
      )}
      {of.versions.length > 0 && <Versions of={of} name={name} />}
    </section>
  );
}

/** Returns to our template, which names what is connected later. */
function TemplateButton({ of: { kind, language }, name }: { of: LegalText; name: string }) {
  const { t } = useTexts("operator");
  const label = t("operator.legal.return");
  return (
    <ConfirmButton
      label={label}
      name={`${label}: ${name}`}
      title={t("operator.legal.returnAsk")}
      text={t("operator.legal.returnText")}
      go={label}
      size="xs"
      variant="subtle"
      done={t("operator.legal.returned")}
      act={() => operatorActions.addVersion(kind, language, { text: null, valid_from: dayIn(0), note: "" })}
    />
  );
}

const stateOf = ({ is_current, is_coming, is_replaced }: LegalVersion) =>
  is_current ? "current" : is_replaced ? "replaced" : is_coming ? "coming" : "former";

const MARKS = { current: "good", coming: "warn", former: "plain", replaced: "plain" } as const;

function Versions({ of, name }: { of: LegalText; name: string }) {
  const { t } = useTexts("operator");
  const day = useDay();
  const label = t("operator.legal.versions", { name });
  return (
    <DataTable
      label={label}
      width={480}
      rows={of.versions}
      keyOf={({ version }) => String(version)}
      columns={[
        { title: t("operator.legal.version"), isHead: true, cell: ({ version }) => String(version) },
        { title: t("operator.legal.from"), isWhole: true, cell: ({ valid_from }) => day(valid_from) },
        {
          title: t("operator.legal.state"),
          cell: (version) => {
            const state = stateOf(version);
            return <StateBadge mark={MARKS[state]}>{t(`operator.legal.states.${state}`)}</StateBadge>;
          },
        },
        {
          title: t("operator.legal.note"),
          isLong: true,
          cell: ({ note, is_template }) => note || (is_template ? t("operator.legal.startTemplate") : "–"),
        },
      ]}
      actions={(version) => (
        <>
          <ReadButton of={of} version={version.version} name={name} isSmall />
          {version.is_coming && <DeleteButton of={of} version={version} />}
        </>
      )}
    />
  );
}

type ReadProps = { of: LegalText; version: number; name: string; isSmall?: boolean };

function ReadButton({ of, version, name, isSmall }: ReadProps) {
  const { t } = useTexts("operator");
  const title = version === 0 ? name : t("operator.legal.readOne", { name, version });
  return (
    <DialogButton
      label={t("operator.legal.read")}
      name={`${t("operator.legal.read")}: ${title}`}
      size={isSmall ? "compact-sm" : "xs"}
    >
      {(close) => (
        <Dialog title={title} isWide onClose={close}>
          <Body of={of} version={version} />
        </Dialog>
      )}
    </DialogButton>
  );
}

function Body({ of: { kind, language }, version }: { of: LegalText; version: number }) {
  const { data } = useApi(...legalTextQuery({ kind, language, version }));
  return data ? <Markdown text={data.text} level={3} language={language} /> : <Loading h={240} />;
}

function DeleteButton({ of: { kind, language }, version }: { of: LegalText; version: LegalVersion }) {
  const { t } = useTexts("operator");
  const day = useDay();
  return (
    <ConfirmButton
      label={t("operator.legal.delete")}
      size="compact-sm"
      title={t("operator.legal.deleteAsk", { version: version.version })}
      text={t("operator.legal.deleteText", { when: day(version.valid_from) })}
      done={t("operator.legal.deleted")}
      act={() => operatorActions.deleteVersion({ kind, language, version: version.version })}
    />
  );
}
