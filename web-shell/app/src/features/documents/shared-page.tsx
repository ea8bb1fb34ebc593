import { Alert, Card, Group, Stack, Title } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { Markdown } from "@sitewright/ui/markdown";
import { plainText } from "@sitewright/ui/plain-text";
import { useParams } from "react-router";
import { isRefusal, useApi } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { CopyButton } from "../../ui/copy-button";
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
        <CopyButton
          value={plainText(data.text)}
          label={t("sharing.read.copy")}
          copied={t("sharing.read.copied")}
          size="xs"
        />
      </Group>
      {data.drafted && <DraftNote frame={data.frame} />}
      <Card withBorder padding="xl" component="article">
        <Markdown text={data.text} />
      </Card>
    </Stack>
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
