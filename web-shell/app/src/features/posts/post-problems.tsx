import { Card } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../../i18n/use-texts";
import { Dim, Subtitle } from "../../ui/texts";
import type { Post } from "./posts";

/** What the post lacks, and what would make it better. */
export function PostProblems({ post: { problems, status } }: { post: Post }) {
  const { t } = useTexts("posts");
  if (problems.length === 0) return null;
  const isBlocked = problems.some(({ is_blocking }) => is_blocking);
  return (
    <Card withBorder padding="md" component="section" aria-label={t("posts.problems.title")}>
      <Subtitle mb={4}>{t("posts.problems.title")}</Subtitle>
      <Dim mb="xs">
        {t(isBlocked && status !== "published" ? "posts.problems.blocked" : "posts.problems.advice")}
      </Dim>
      <ul className="post-problems">
        {problems.map(({ code, field, message, is_blocking }) => (
          <li key={`${code} ${field}`} data-blocking={is_blocking || undefined}>
            <Icon name={is_blocking ? "alert" : "info"} size={16} />
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
