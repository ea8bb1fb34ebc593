import { Anchor, Card, Text } from "@mantine/core";
import { Link } from "react-router";
import { useTexts } from "../../i18n/use-texts";
import { Loading, Panel } from "../../ui/page";
import { DocumentRow } from "./document-row";
import { useDocuments } from "./list-documents";

const SHOWN = 5;

/** The latest documents. */
export function RecentDocuments() {
  const { t, href } = useTexts("documents");
  const { data } = useDocuments({ per_page: SHOWN });
  return (
    <Panel
      title={t("documents.recent.title")}
      aside={
        <Anchor component={Link} to={href("archive")} size="sm">
          {t("documents.recent.all")}
        </Anchor>
      }
    >
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
    </Panel>
  );
}
