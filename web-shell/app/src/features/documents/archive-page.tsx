import {
  Box,
  Button,
  Card,
  Group,
  Pagination,
  Select,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { Icon } from "@sitewright/ui/icon";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useCatalogue } from "../../api/catalogue";
import { useHref } from "../../i18n/use-page-language";
import { EmptyState } from "../../ui/empty-state";
import { PageTitle } from "../../ui/page-title";
import { useSearchText } from "../../ui/use-search-text";
import { DocumentRow } from "./document-row";
import { useDocuments } from "./list-documents";
import { ProjectFilter } from "./project-filter";

const PER_PAGE = 20;
const TYPING_MS = 200;

/** The address is the state of the archive: what is searched for, which tool, which page. */
function useFilter() {
  const [params, setParams] = useSearchParams();
  const q = params.get("q") ?? "";

  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        if (name !== "page") before.delete("page");
        return before;
      },
      { replace: name === "q", preventScrollReset: name === "q" },
    );
  const setLater = useDebouncedCallback((value: string) => set("q", value), TYPING_MS);
  const [typed, search] = useSearchText(q, setLater);
  return {
    q,
    typed,
    search,
    tool: params.get("tool") ?? "",
    project: params.get("project") ?? "",
    page: Math.max(1, Number(params.get("page")) || 1),
    set,
  };
}

export default function ArchivePage() {
  const { t } = useTranslation("documents");
  const href = useHref();
  const filter = useFilter();
  const { data } = useDocuments({
    q: filter.q || undefined,
    tool: filter.tool || undefined,
    project: Number(filter.project) || undefined,
    page: filter.page,
    per_page: PER_PAGE,
  });
  const pages = data ? Math.max(1, Math.ceil(data.total / PER_PAGE)) : 1;
  const isFiltered = [filter.q, filter.tool, filter.project].some(Boolean);
  return (
    <Stack gap="lg">
      <PageTitle>{t("documents.archive.title")}</PageTitle>
      <Group justify="space-between" align="flex-end">
        <Box>
          <Title order={1}>{t("documents.archive.title")}</Title>
          <Text c="dimmed" mt={4} role="status">
            {data ? t("documents.archive.count", { count: data.total }) : " "}
          </Text>
        </Box>
        <Filters filter={filter} />
      </Group>
      {!data && <Skeleton h={240} radius="lg" />}
      {data && data.data.length === 0 && (
        <EmptyState
          icon="archive"
          title={t(isFiltered ? "documents.none.title" : "documents.empty.title")}
          text={t(isFiltered ? "documents.none.text" : "documents.empty.text")}
        >
          {!isFiltered && (
            <Button component={Link} to={href("tools")}>
              {t("documents.empty.start")}
            </Button>
          )}
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <Card withBorder padding={0}>
          <ul className="document-list">
            {data.data.map((document) => (
              <DocumentRow key={document.id} document={document} />
            ))}
          </ul>
        </Card>
      )}
      {pages > 1 && (
        <Group justify="center">
          <Pagination
            total={pages}
            value={filter.page}
            onChange={(page) => filter.set("page", page === 1 ? "" : String(page))}
            getItemProps={(page) => ({ "aria-label": t("documents.paging.page", { page }) })}
            getControlProps={(control) => ({ "aria-label": t(`documents.paging.${control}`) })}
          />
        </Group>
      )}
    </Stack>
  );
}

function Filters({ filter }: { filter: ReturnType<typeof useFilter> }) {
  const { t } = useTranslation("documents");
  const { data } = useCatalogue();
  const tools = (data?.tools ?? []).map((tool) => ({ value: tool.id, label: tool.name }));
  return (
    <Group gap="sm" w={{ base: "100%", sm: "auto" }}>
      <TextInput
        type="search"
        flex={1}
        miw={200}
        aria-label={t("documents.archive.search")}
        placeholder={t("documents.archive.search")}
        leftSection={<Icon name="search" size={16} />}
        value={filter.typed}
        onChange={(event) => filter.search(event.currentTarget.value)}
      />
      <Select
        w={{ base: "100%", xs: 200 }}
        aria-label={t("documents.archive.tool")}
        placeholder={t("documents.archive.anyTool")}
        clearable
        clearButtonProps={{ "aria-label": t("documents.archive.anyTool") }}
        data={tools}
        value={filter.tool || null}
        onChange={(tool) => filter.set("tool", tool ?? "")}
      />
      <ProjectFilter value={filter.project} onChange={(project) => filter.set("project", project)} />
    </Group>
  );
}
