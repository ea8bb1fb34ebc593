import { Card } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../../i18n/use-texts";
import { Dim, Subtitle } from "../../ui/texts";
import type { Post } from "./posts";

/** What to do before the publication, and what would make the post better. What is left after a try is wrong. */
export function PostProblems({ post: { problems, status }, hasTried }: { post: Post; hasTried: boolean }) {
  const { t } = useTexts("posts");
  if (problems.length === 0) return null;
  const isBlocked = problems.some(({ is_blocking }) => is_blocking);
  const isWrong = hasTried || status !== "draft";
  return (
    <Card withBorder padding="md" component="section" aria-label={t("posts.problems.title")}>
      <Subtitle mb={4}>{t("posts.problems.title")}</Subtitle>
      <Dim mb="xs">{t(`posts.problems.${!isBlocked ? "advice" : isWrong ? "blocked" : "next"}`)}</Dim>
      <ul className="post-problems">
        {problems.map(({ code, field, message, is_blocking }) => (
          <li key={`${code} ${field}`} data-blocking={(is_blocking && isWrong) || undefined}>
            <Icon name={!is_blocking ? "info" : isWrong ? "alert" : "next"} size={16} />
            <span>
              <b>{`${t(`posts.field.${field}`)}: `}</b>
              {message}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
