import { Avatar, type Previewed, PreviewFrame, textOf, useSiteName } from "@sitewright/sdk";
import { FoldNote, PostText } from "./fold-note";
import { INSTAGRAM } from "./folds";
import { handleOf, hashtagsOf } from "./parts";
import { useSocialTexts } from "./texts";

/** The visible characters below a picture, before "more". */

/** A picture with its caption in the feed. */
export function InstagramCard({ parts, language, input }: Previewed) {
  const t = useSocialTexts();
  const name = useSiteName(input);
  const handle = handleOf(name);
  const idea = textOf(parts, "image_idea");
  const caption = [textOf(parts, "caption"), hashtagsOf(parts).join(" ")].filter(Boolean).join("\n\n");
  return (
    <PreviewFrame title={t("social-post.feed")} note={<FoldNote text={caption} fold={INSTAGRAM} />}>
      <div className="post" data-network="instagram">
        <div className="post-head">
          <Avatar name={name} />
          <strong>{handle}</strong>
        </div>
        <div className="post-picture">
          <span className="post-weak">{t(idea ? "social-post.pictureIdea" : "social-post.picture")}</span>
          {idea && (
            <span lang={language} dir="auto">
              {idea}
            </span>
          )}
        </div>
        <div className="post-text">
          <PostText text={caption} language={language} lead={<strong>{handle} </strong>} fold={INSTAGRAM} />
        </div>
      </div>
    </PreviewFrame>
  );
}
