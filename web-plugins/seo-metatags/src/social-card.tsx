import { Icon, Title } from "@sitewright/ui";
import type { Tags } from "./tags";
import { useMetatagsTexts } from "./texts";

/** The page as a network shows a shared link. */
export function SocialCard({ tags, site, language }: { tags: Tags; site: string; language?: string }) {
  const t = useMetatagsTexts();
  return (
    <section>
      <Title order={3} size="h5" mb="sm">
        {t("seo-metatags.social.title")}
      </Title>
      <figure className="social" aria-label={t("seo-metatags.social.title")}>
        <div className="social-image">
          <Icon name="document" size={28} />
          <span>{t("seo-metatags.social.image")}</span>
        </div>
        <div className="social-words" lang={language}>
          <div className="social-site">{site || t("seo-metatags.search.domain")}</div>
          <div className="social-title">{tags.og_title || tags.title}</div>
          <div className="social-description">{tags.og_description || tags.meta_description}</div>
        </div>
      </figure>
    </section>
  );
}
