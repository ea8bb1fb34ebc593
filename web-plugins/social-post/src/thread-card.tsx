import { Avatar, type Previewed, PreviewFrame, useFormats, useSiteName, xWeight } from "@sitewright/sdk";
import { PostText } from "./fold-note";
import { X_LIMIT } from "./folds";
import { handleOf, postsOf } from "./parts";
import { useSocialTexts } from "./texts";

const FOLD = { limit: X_LIMIT, measure: xWeight };

/** A post on X, or a thread, with the weighted length of each post. */
export function ThreadCard({ parts, language, input }: Previewed) {
  const t = useSocialTexts();
  const name = useSiteName(input);
  const posts = postsOf(parts).map((text, place) => ({ text, place }));
  return (
    <PreviewFrame title={t(posts.length > 1 ? "social-post.thread" : "social-post.feed")}>
      <ol className="post thread" data-network="x">
        {posts.map(({ text, place }) => (
          <li key={place} className="thread-post">
            <Avatar name={name} />
            <div className="thread-body">
              <div className="thread-names">
                <strong>{name}</strong> <span className="post-weak">@{handleOf(name)}</span>
              </div>
              <PostText text={text} language={language} fold={FOLD} />
              <Weight text={text} place={posts.length > 1 ? `${place + 1}/${posts.length}` : ""} />
            </div>
          </li>
        ))}
      </ol>
    </PreviewFrame>
  );
}

/** "2/5 · 231 of 280", highlighted if it is too long. */
function Weight({ text, place }: { text: string; place: string }) {
  const t = useSocialTexts();
  const formats = useFormats();
  const weight = xWeight(text);
  return (
    <div className="thread-weight" data-over={weight > X_LIMIT || undefined}>
      {place && `${place} · `}
      {t("social-post.weight", { value: formats.number(weight), limit: X_LIMIT })}
      {weight > X_LIMIT && ` · ${t("social-post.over")}`}
    </div>
  );
}
