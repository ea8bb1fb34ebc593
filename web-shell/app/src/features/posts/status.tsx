import { useTexts } from "../../i18n/use-texts";
import { StateBadge } from "../../ui/state-badge";
import { MARKS, type PostSummary } from "./posts";

export function PostStatus({ status }: Pick<PostSummary, "status">) {
  const { t } = useTexts("posts");
  return <StateBadge mark={MARKS[status]}>{t(`posts.status.${status}`)}</StateBadge>;
}

/** When a post was or will be published. */
export function usePublished() {
  const { t, dateTime } = useTexts("posts");
  return ({ status, publish_at, published_at }: PostSummary): string => {
    if (status === "scheduled" && publish_at)
      return t("posts.when.scheduled", { when: dateTime(publish_at) });
    if (published_at) return t(`posts.when.${status}`, { when: dateTime(published_at) });
    return "";
  };
}
