import { Anchor, Card, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { useTexts } from "../../i18n/use-texts";
import { Loading } from "../../ui/page";
import { DocumentRow } from "./document-row";
import { useDocuments } from "./list-documents";

const SHOWN = 5;

/** What was written last, to go on with. */
export function RecentDocuments() {
  const { t, href } = useTexts("documents");
  const { data } = useDocuments({ per_page: SHOWN });
  return (
    <Stack component="section" gap="sm" aria-label={t("documents.recent.title")}>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t("documents.recent.title")}
        </Title>
        <Anchor component={Link} to={href("archive")} size="sm">
          {t("documents.recent.all")}
        </Anchor>
      </Group>
      {!data && <Loading h={90} radius="lg" />}
      {data && (
        <Card withBorder padding={0}>
          {data.data.length === 0 ? (
            <Text c="dimmed" p="lg">
              {t("documents.recent.none")}
            </Text>
          ) : (
            <ul className="document-list">
              {data.data.map((document) => (
                <DocumentRow key={document.id} document={document} />
              ))}
            </ul>
          )}
        </Card>
      )}
    </Stack>
  );
}
