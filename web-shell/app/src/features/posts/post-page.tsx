import { Group, Stack, Title } from "@mantine/core";
import { useParams } from "react-router";
import { useLoaded } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { BackLink, PageTitle } from "../../ui/page";
import { Line, TextButton } from "../../ui/texts";
import { PostFacts } from "./post-facts";
import { PostPreview } from "./post-preview";
import { PostProblems } from "./post-problems";
import { PostText } from "./post-text";
import { type Post, postQuery } from "./posts";
import { Publication } from "./publication";
import { PostStatus } from "./status";
import { usePostForm } from "./use-post-form";
import "./posts.css";

/** The desk of one post: how it will look, its facts, and its publication. */
export default function PostPage() {
  const { post: id = "" } = useParams();
  const post = useLoaded(postQuery(id));
  return <Desk key={id} post={post} />;
}

function Desk({ post }: { post: Post }) {
  const { t, href, number } = useTexts("posts");
  const form = usePostForm(post);
  const title = post.title || t("posts.untitled");
  const facts = [
    t(`posts.kind.${post.kind}`),
    t(`posts.language.${post.language}`),
    t("posts.words", { count: post.words, words: number(post.words) }),
    post.kind === "post" && t("posts.minutes", { count: post.minutes }),
  ];
  return (
    <Stack gap="lg" maw={1400} mx="auto">
      <PageTitle>{`${title} – ${t("posts.title")}`}</PageTitle>
      <BackLink to={href("adminPosts")}>{t("posts.title")}</BackLink>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className="post-name">
          <Title order={1} lang={post.language}>
            {title}
          </Title>
          <Line of={facts} />
        </div>
        <Group gap="sm">
          <PostStatus status={post.status} />
          {post.document_id && (
            <TextButton
              label={t("posts.text.edit")}
              icon="edit"
              to={href("document", { document: post.document_id })}
            />
          )}
        </Group>
      </Group>
      <PostText post={post} form={form} />
      <div className="post-desk">
        <div className="post-side">
          <Publication post={post} form={form} />
          <PostProblems post={post} hasTried={form.hasTried} />
          <PostFacts post={post} form={form} />
        </div>
        <PostPreview post={post} />
      </div>
    </Stack>
  );
}
