import { FileInput } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useList } from "../../api/use-list";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Form } from "../../ui/form";
import { Pager } from "../../ui/list";
import { EmptyState, Loading, Section } from "../../ui/page";
import { actions } from "./publisher";
import { PublisherFrame } from "./publisher-frame";
import { SubmissionRows } from "./submission-rows";

/** Submitted packages, and a form to send another. */
export default function PackagesPage() {
  return (
    <PublisherFrame part="packages">
      {() => (
        <>
          <Send />
          <All />
        </>
      )}
    </PublisherFrame>
  );
}

/** Uploads a package; its own page shows the results of the checks. */
function Send() {
  const { t, href } = useTexts("portal");
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const form = useActionForm({});
  const send = async () => {
    if (!file) return;
    const { id } = await actions.send(file);
    await navigate(href("publisherPackage", { submission: id }));
  };
  return (
    <Section title={t("portal.send.title")} lead={t("portal.send.lead")}>
      <Form
        of={form}
        onSubmit={() => {
          setMissing(!file);
          if (file) form.act(send);
        }}
        go={t("portal.send.go")}
        justify="flex-end"
      >
        <FileInput
          required
          label={t("portal.send.file")}
          placeholder={t("portal.send.choose")}
          value={file}
          error={missing && t("portal.send.noFile")}
          onChange={setFile}
        />
      </Form>
    </Section>
  );
}

function All() {
  const { t } = useTexts("portal");
  const { data, pager } = useList("/api/publisher/packages", {});
  if (!data) return <Loading h={160} radius="lg" />;
  if (data.total === 0)
    return (
      <EmptyState icon="upload" title={t("portal.packages.none")} text={t("portal.packages.noneText")} />
    );
  return (
    <Section title={t("portal.packages.title")}>
      <SubmissionRows submissions={data.data} />
      <Pager {...pager} />
    </Section>
  );
}
