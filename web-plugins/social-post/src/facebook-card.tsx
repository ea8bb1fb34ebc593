import { Avatar, type Previewed, PreviewFrame, textOf, useSiteName } from "@sitewright/sdk";
import { FoldNote, PostText } from "./fold-note";
import { FACEBOOK } from "./folds";
import { useSocialTexts } from "./texts";

/** The visible characters of a post in the feed, approximately. */

/** A page's post in the feed. */
export function FacebookCard({ parts, language, input }: Previewed) {
  const t = useSocialTexts();
  const name = useSiteName(input);
  const text = textOf(parts, "text");
  return (
    <PreviewFrame title={t("social-post.feed")} note={<FoldNote text={text} fold={FACEBOOK} />}>
      <div className="post" data-network="facebook">
        <div className="post-head">
          <Avatar name={name} />
          <div className="post-names">
            <strong>{name}</strong>
            <span className="post-weak">{t("social-post.public")}</span>
          </div>
        </div>
        <div className="post-text">
          <PostText text={text} language={language} fold={FACEBOOK} />
        </div>
        <div className="post-actions" aria-hidden="true">
          <span>{t("social-post.like")}</span>
          <span>{t("social-post.comment")}</span>
          <span>{t("social-post.share")}</span>
        </div>
      </div>
    </PreviewFrame>
  );
}
