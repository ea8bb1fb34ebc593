import { Group } from "@mantine/core";
import { AdminTable } from "../../admin/admin";
import { type ListFilter, useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { LANGUAGES } from "../../paths";
import { type Column, figure, Two } from "../../ui/data-table";
import { DialogButton } from "../../ui/dialog";
import { FilterBar } from "../../ui/filter-bar";
import { FilterSelect } from "../../ui/filter-select";
import { useTyped } from "../../ui/list";
import { EmptyState } from "../../ui/page";
import { SearchInput } from "../../ui/search-input";
import { sortingOf } from "../../ui/sorting";
import { TextButton } from "../../ui/texts";
import { NewPost } from "./new-post";
import { KINDS, type PostSummary, SORTS, STATUSES } from "./posts";
import { PostStatus, usePublished } from "./status";

const FILTERS = ["kind", "status", "language"] as const;
const usual = { by: "updated", order: "desc" } as const;

/** The posts of the blog and the operator's own pages. */
export default function PostsPage() {
  const { t, href } = useTexts("posts");
  const list = useList("/api/admin/posts", (filter) => {
    const { get } = filter;
    const { by: sort, order } = sortingOf(filter, SORTS, usual);
    return {
      query: {
        kind: KINDS.find((kind) => kind === get("kind")),
        status: STATUSES.find((status) => status === get("status")),
        language: LANGUAGES.find((language) => language === get("language")),
        q: get("q") || undefined,
        sort,
        order,
      },
    };
  });
  return (
    <AdminTable
      title={t("posts.title")}
      lead={t("posts.lead")}
      count={list.data && t("posts.count", { count: list.data.total })}
      action={<Actions />}
      filters={<Filters filter={list.filter} />}
      list={list}
      empty={<NoPosts filter={list.filter} />}
      width={1000}
      columns={useColumns()}
      keyOf={({ id }) => id}
      sorting={sortingOf(list.filter, SORTS, usual)}
      to={({ id }) => href("adminPost", { post: id })}
    />
  );
}

function Actions() {
  const { t, href } = useTexts("posts");
  return (
    <Group gap="xs">
      <TextButton label={t("posts.authors.title")} icon="people" to={href("adminAuthors")} />
      <DialogButton label={t("posts.new.page")} icon="add">
        {(close) => <NewPost kind="page" onClose={close} />}
      </DialogButton>
      <DialogButton label={t("posts.new.post")} icon="add" isMain>
        {(close) => <NewPost kind="post" onClose={close} />}
      </DialogButton>
    </Group>
  );
}

function NoPosts({ filter }: { filter: ListFilter }) {
  const { t } = useTexts("posts");
  const isFiltered = filter.get("q") !== "" || FILTERS.some((name) => filter.get(name) !== "");
  if (!isFiltered) return <EmptyState icon="news" title={t("posts.none")} text={t("posts.noneText")} />;
  return (
    <EmptyState icon="search" title={t("posts.noneFound")} text={t("posts.noneFoundText")}>
      <TextButton label={t("posts.showAll")} onClick={filter.reset} />
    </EmptyState>
  );
}

function useColumns(): Column<PostSummary>[] {
  const { t, number, dateTime } = useTexts("posts");
  const published = usePublished();
  return [
    {
      title: t("posts.column.title"),
      isHead: true,
      isLong: true,
      sort: "title",
      cell: ({ title, slug, is_behind }) => (
        <Two of={[title || t("posts.untitled"), is_behind ? t("posts.behind.mark") : slug && `/${slug}`]} />
      ),
    },
    { title: t("posts.column.kind"), cell: ({ kind }) => t(`posts.kind.${kind}`) },
    { title: t("posts.column.language"), cell: ({ language }) => t(`posts.language.${language}`) },
    {
      title: t("posts.column.status"),
      sort: "status",
      cell: (post) => <Two of={[<PostStatus key="status" status={post.status} />, published(post)]} />,
    },
    { title: t("posts.column.author"), sort: "author", cell: ({ author }) => author ?? "–" },
    figure(t("posts.column.words"), ({ words }) => number(words), "words"),
    {
      title: t("posts.column.updated"),
      sort: "updated",
      first: "desc",
      isWhole: true,
      cell: ({ updated_at }) => dateTime(updated_at),
    },
  ];
}

function Filters({ filter }: { filter: ListFilter }) {
  const { t } = useTexts("posts");
  const { input: search } = useTyped(filter, "q");
  const choice = (name: (typeof FILTERS)[number], values: readonly string[]) => (
    <FilterSelect
      filter={filter}
      name={name}
      any={t(`posts.any.${name}`)}
      w={{ base: "100%", xs: 170 }}
      label={t(`posts.column.${name}`)}
      data={values.map((value) => ({ value, label: t(`posts.${name}.${value}`) }))}
    />
  );
  return (
    <FilterBar
      filter={filter}
      names={FILTERS}
      search={<SearchInput flex="1 1 10rem" label={t("posts.search")} {...search} />}
    >
      {choice("kind", KINDS)}
      {choice("status", STATUSES)}
      {choice("language", LANGUAGES)}
    </FilterBar>
  );
}
