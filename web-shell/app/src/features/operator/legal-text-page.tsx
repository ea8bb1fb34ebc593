import { Card, SegmentedControl, SimpleGrid, TextInput } from "@mantine/core";
import { beforeLeaving, useUnsaved } from "@sitewright/sdk/shell";
import { Markdown } from "@sitewright/ui/markdown";
import { useDeferredValue, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { useApi, useLoaded } from "../../api/client";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Form } from "../../ui/form";
import { LongText } from "../../ui/long-text";
import { DetailPage, Loading, Notice } from "../../ui/page";
import { Dim } from "../../ui/texts";
import { dayIn, type LegalText, legalQuery, legalTextQuery, operatorActions, textId } from "./operator";
import "./operator.css";

const NOTE_CHARS = 300;

/** Writes a new version of a legal text, from the newest one or from our template. */
export default function LegalTextPage() {
  const { t, href } = useTexts("operator");
  const { text: id = "" } = useParams();
  const { data: texts } = useLoaded(legalQuery);
  const text = texts.find((one) => textId(one) === id);
  // The route knows the ids.
  if (!text) return null;
  return (
    <DetailPage
      name={t("operator.legal.new")}
      lead={`${t(`operator.legal.kind.${text.kind}`)} · ${t(`operator.language.${text.language}`)}`}
      list={t("operator.part.legal")}
      back={href("adminSiteLegal")}
      width={1200}
    >
      <Start of={text} />
    </DetailPage>
  );
}

/** The version to begin with: the newest by default. */
function Start({ of }: { of: LegalText }) {
  const { t } = useTexts("operator");
  const newest = of.versions[0]?.version ?? 0;
  const [from, setFrom] = useState(newest);
  const { kind, language } = of;
  const { data } = useApi(...legalTextQuery({ kind, language, version: from }));
  return (
    <>
      {newest > 0 && (
        <SegmentedControl
          aria-label={t("operator.legal.start")}
          style={{ alignSelf: "flex-start" }}
          value={String(from)}
          onChange={(value) => beforeLeaving(() => setFrom(Number(value)), "discard")}
          data={[
            { value: String(newest), label: t("operator.legal.startNewest", { version: newest }) },
            { value: "0", label: t("operator.legal.startTemplate") },
          ]}
        />
      )}
      {data ? <Editor key={from} of={of} start={data.text} /> : <Loading h={480} radius="lg" />}
    </>
  );
}

/** The server takes days within a year. */
const MOST_DAYS = 366;

function Editor({ of: { kind, language }, start }: { of: LegalText; start: string }) {
  const { t, href } = useTexts("operator");
  const navigate = useNavigate();
  const [from] = useState(() => dayIn(0));
  const form = useActionForm({ text: start, valid_from: from, note: "" });
  const shown = useDeferredValue(form.values.text);
  const isChanged = form.values.text !== start || form.values.note !== "";
  const release = useUnsaved(isChanged);
  const save = async () => {
    await operatorActions.addVersion(kind, language, form.values);
    release();
    await navigate(href("adminSiteLegal"));
  };
  return (
    <Form {...form.submits(save, t("operator.legal.added"))} go={t("operator.legal.go")} gap="lg">
      <Notice icon="review">{t("operator.legal.check")}</Notice>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          type="date"
          min={from}
          max={dayIn(MOST_DAYS)}
          description={t("operator.legal.fromHelp")}
          {...form.needs("valid_from", t("operator.legal.validFrom"))}
        />
        <TextInput
          maxLength={NOTE_CHARS}
          description={t("operator.legal.noteHelp")}
          {...form.field("note", t("operator.legal.note"))}
        />
      </SimpleGrid>
      <div className="operator-legal">
        <LongText
          className="operator-legal-source"
          minRows={24}
          maxRows={48}
          lang={language}
          description={t("operator.legal.markdown")}
          {...form.needs("text", t("operator.legal.text"))}
        />
        <section aria-label={t("operator.legal.preview")}>
          <Dim mb={4}>{t("operator.legal.preview")}</Dim>
          <Card withBorder padding="lg" className="operator-legal-preview">
            <Markdown text={shown} language={language} />
          </Card>
        </section>
      </div>
    </Form>
  );
}
