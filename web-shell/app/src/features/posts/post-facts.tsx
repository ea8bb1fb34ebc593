import { Card, Select, Stack, TextInput } from "@mantine/core";
import { ItemsInput } from "@sitewright/ui/items-input";
import { PictureField } from "../../admin/picture-field";
import { useApi } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { Form } from "../../ui/form";
import { LongText } from "../../ui/long-text";
import { Fine, Subtitle, TextLink } from "../../ui/texts";
import { TITLE_CHARS } from "./new-post";
import { AUTHORS, type Post } from "./posts";
import { SearchResult } from "./search-result";
import { TwinField } from "./twin-field";
import type { PostForm } from "./use-post-form";

const DESCRIPTION_CHARS = 300;
const SLUG_CHARS = 80;
const MOST_TAGS = 5;

type Props = { post: Post; form: PostForm };

/** What search results, lists and other sites show of a post. */
export function PostFacts({ post, form }: Props) {
  const { t } = useTexts("posts");
  const isPost = post.kind === "post";
  return (
    <Card withBorder padding="md" component="section" aria-label={t("posts.facts.title")}>
      <Subtitle mb="sm">{t("posts.facts.title")}</Subtitle>
      <Form
        {...form.saving}
        go={t("posts.save")}
        disabled={!form.isChanged}
        justify="flex-end"
        aside={<Fine role="status">{form.isChanged && t("posts.unsaved")}</Fine>}
      >
        <TextInput
          lang={post.language}
          maxLength={TITLE_CHARS}
          {...form.field("title", t("posts.field.title"))}
        />
        <Address post={post} form={form} />
        <LongText
          lang={post.language}
          maxLength={DESCRIPTION_CHARS}
          description={t("posts.facts.descriptionHelp")}
          {...form.field("description", t("posts.field.description"))}
        />
        <SearchResult
          url={post.url}
          {...form.values}
          titleEnd={post.title_end}
          html={post.html}
          language={post.language}
        />
        {isPost && (
          <>
            <ItemsInput
              name="tags"
              label={t("posts.field.tags")}
              description={t("posts.facts.tagsHelp")}
              maxTags={MOST_TAGS}
              value={form.values.tags}
              error={form.errors.tags}
              onChange={(tags) => form.set({ tags })}
            />
            <AuthorField form={form} />
          </>
        )}
        <Cover form={form} />
        <TwinField post={post} form={form} />
      </Form>
    </Card>
  );
}

/** The last part of the address; a change of a published one leaves a redirect. */
function Address({ post, form }: Props) {
  const { t } = useTexts("posts");
  const folder = post.url.slice(0, post.url.lastIndexOf("/") + 1).replace(/^https?:\/\//, "");
  const isMoved = post.published_at !== null && form.values.slug !== post.slug;
  return (
    <Stack gap={4}>
      <TextInput
        maxLength={SLUG_CHARS}
        spellCheck={false}
        autoComplete="off"
        description={folder || t("posts.facts.slugHelp")}
        {...form.field("slug", t("posts.field.slug"))}
      />
      <Fine role="status">{isMoved && t("posts.facts.moved")}</Fine>
    </Stack>
  );
}

function AuthorField({ form }: { form: PostForm }) {
  const { t, href } = useTexts("posts");
  const { data } = useApi(...AUTHORS);
  return (
    <Stack gap={4}>
      <Select
        clearable
        clearButtonProps={{ "aria-label": t("posts.facts.noAuthor") }}
        placeholder={t("posts.facts.noAuthor")}
        data={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...form.field("author_id", t("posts.field.author_id"))}
      />
      <TextLink to={href("adminAuthors")} size="xs">
        {t("posts.authors.manage")}
      </TextLink>
    </Stack>
  );
}

function Cover({ form }: { form: PostForm }) {
  const { t } = useTexts("posts");
  const { cover_id: cover } = form.values;
  return (
    <>
      <PictureField
        name="cover_id"
        label={t("posts.field.cover_id")}
        help={t("posts.facts.coverHelp")}
        picture={cover}
        error={form.errors.cover_id}
        onChange={(picture) => form.set({ cover_id: picture?.id ?? null })}
      />
      {cover && (
        <TextInput
          maxLength={DESCRIPTION_CHARS}
          description={t("posts.facts.altHelp")}
          {...form.field("cover_alt", t("posts.field.cover_alt"))}
        />
      )}
    </>
  );
}
