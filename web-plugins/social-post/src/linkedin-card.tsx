import { Avatar, type Previewed, PreviewFrame, textOf, useDevice, useSiteName } from "@sitewright/sdk";
import { FoldNote, PostText } from "./fold-note";
import { LINKEDIN } from "./folds";
import { useSocialTexts } from "./texts";

/** A post of a user or a company in the feed. */
export function LinkedinCard({ parts, language, input }: Previewed) {
  const t = useSocialTexts();
  const name = useSiteName(input);
  const { device, devices } = useDevice(
    { label: t("social-post.device"), desktop: t("social-post.desktop"), mobile: t("social-post.mobile") },
    "mobile",
  );
  const fold = LINKEDIN[device];
  const text = textOf(parts, "text");
  const isPerson = input.author_type === "person";
  return (
    <PreviewFrame
      title={t("social-post.feed")}
      controls={devices}
      note={<FoldNote text={text} fold={fold} />}
    >
      <div className="post" data-network="linkedin" data-device={device}>
        <div className="post-head">
          <Avatar name={name} square={!isPerson} />
          <div className="post-names">
            <strong>{name}</strong>
            <span className="post-weak">{t(isPerson ? "social-post.person" : "social-post.company")}</span>
          </div>
        </div>
        <div className="post-text">
          {/* Each device has its own fold state. */}
          <PostText key={device} text={text} language={language} fold={fold} />
        </div>
        <div className="post-actions" aria-hidden="true">
          <span>{t("social-post.like")}</span>
          <span>{t("social-post.comment")}</span>
          <span>{t("social-post.repost")}</span>
          <span>{t("social-post.send")}</span>
        </div>
      </div>
    </PreviewFrame>
  );
}
