import { Alert, Button, Card, Group, Stack, Title } from "@mantine/core";
import { useCopy } from "@sitewright/ui/clip";
import { Icon } from "@sitewright/ui/icon";
import { Markdown } from "@sitewright/ui/markdown";
import { useParams } from "react-router";
import { isRefusal, useApi } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { EmptyState, Loading, PageTitle } from "../../ui/page";
import { Dim } from "../../ui/texts";

/** A document that its owner shared by a link, for readers without an account. */
export default function SharedPage() {
  const { t } = useTexts("sharing");
  const { token = "" } = useParams();
  const { data, error } = useApi(
    "/api/shared/{token}",
    { path: { token } },
    { quiet: true, throwOnError: false },
  );
  if (isRefusal(error) && error.status === 404) {
    return (
      <EmptyState
        icon="document"
        level={1}
        title={t("sharing.read.goneTitle")}
        text={t("sharing.read.goneText")}
      />
    );
  }
  if (!data) return <Loading h={320} radius="lg" maw={860} mx="auto" />;
  const title = data.title || t("sharing.read.title");
  return (
    <Stack gap="lg" maw={860} mx="auto" p="md">
      <PageTitle>{title}</PageTitle>
      <Title order={1}>{title}</Title>
      <Group justify="space-between">
        {data.tool && <Dim>{t("sharing.read.by", { tool: data.tool })}</Dim>}
        <CopyText text={data.text} />
      </Group>
      {data.drafted && <DraftNote frame={data.frame} />}
      <Card withBorder padding="xl" component="article">
        <Markdown text={data.text} />
      </Card>
    </Stack>
  );
}

/** With formatting for editors, like the page of the document. */
function CopyText({ text }: { text: string }) {
  const { t } = useTexts("sharing");
  const { copied, copy } = useCopy({ parts: [{ text, isMarkdown: true }] });
  return (
    <Button variant="default" size="xs" onClick={copy}>
      {t(copied ? "sharing.read.copied" : "sharing.read.copy")}
    </Button>
  );
}

/** Says that rules wrote the text, as the page of the result does, but for a reader, who cannot connect a model. */
function DraftNote({ frame }: { frame: boolean }) {
  const { t } = useTexts("sharing");
  const kind = frame ? "frame" : "draft";
  return (
    <Alert color="gray" icon={<Icon name="info" />} title={t(`sharing.read.${kind}.title`)}>
      {t(`sharing.read.${kind}.text`)}
    </Alert>
  );
}
