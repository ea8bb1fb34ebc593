// The templates of the site: every page in both languages as HTML, with places that the server fills.
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type PageName, pathTo } from "../../app/src/paths";
import { branded } from "./brand";
import { withHideable } from "./hideable";
import { v, withExpressions } from "./jinja";
import type { Page } from "./layout/document";
import { type Assets, type Head, headOf } from "./layout/head";
import { AdsGenerator } from "./pages/ads-generator";
import { AiTools, MEASURED_TOOLS } from "./pages/ai-tools";
import { Blog, BlogAuthor, BlogTag } from "./pages/blog";
import { BlogPost, OwnPage } from "./pages/blog-post";
import { Contact } from "./pages/contact";
import { Copywriter } from "./pages/copywriter";
import { Docs } from "./pages/docs";
import { Ecommerce } from "./pages/ecommerce";
import { Home } from "./pages/home";
import { Cookies, Privacy, Terms } from "./pages/legal";
import { Maker } from "./pages/maker";
import { Gone, Missing } from "./pages/missing";
import { Partners } from "./pages/partners";
import { Pricing } from "./pages/pricing";
import { filledAudit, SeoAudit } from "./pages/seo-audit";
import { SocialMedia } from "./pages/social-media";
import { SpecialOffer } from "./pages/special-offer";
import { Tool } from "./pages/tool";
import { LANGUAGES, type Language, type Texts, textsOf } from "./texts";

type Template = {
  Page: ComponentType<Page>;
  head: (texts: Texts, language: Language) => Head;
  /** It has no parameters, so it is listed in the maps of the site. */
  isListed?: boolean;
  /** The samples that it shows: their names in the page, and their tools. */
  samples?: Record<string, string>;
};

/** Search engines list what is in force, and only if it says whose text it is. */
const legalHead = (head: Head): Head => ({ ...head, hiddenIf: "legal.is_blank or legal.is_other" });
/** The head of a post; a preview is hidden. */
const POST: Head = {
  title: v("post.title") + v("post.title_end"),
  description: v("post.description"),
  kind: "article",
  hiddenIf: "hidden",
};

/** The template of each page. A page is added by a line here, one in `paths.ts`, and its texts. */
const TEMPLATES: Partial<Record<PageName | "missing" | "gone", Template>> = {
  missing: {
    Page: Missing,
    head: ({ frame }) => ({ title: frame.missingTitle, description: frame.missingText, isHidden: true }),
  },
  gone: {
    Page: Gone,
    head: ({ blog }) => ({ title: blog.goneTitle, description: blog.goneText, isHidden: true }),
  },
  home: {
    Page: Home,
    head: ({ home }) => home,
    isListed: true,
    samples: { seo: "seo-metatags", post: "facebook-post", product: "product-description" },
  },
  pricing: { Page: Pricing, head: ({ pricing }) => pricing, isListed: true },
  aiTools: { Page: AiTools, head: ({ aiTools }) => aiTools, isListed: true, samples: MEASURED_TOOLS },
  partners: { Page: Partners, head: ({ partners }) => partners, isListed: true },
  copywriter: {
    Page: Copywriter,
    head: ({ copywriter }) => copywriter,
    isListed: true,
    samples: {
      product: "product-description",
      email: "email",
      newsletter: "newsletter",
      intro: "article-intro",
    },
  },
  socialMedia: {
    Page: SocialMedia,
    head: ({ socialMedia }) => socialMedia,
    isListed: true,
    samples: {
      facebook: "facebook-post",
      instagram: "instagram-post",
      linkedin: "linkedin-post",
      x: "twitter-post",
    },
  },
  adsGenerator: {
    Page: AdsGenerator,
    head: ({ adsGenerator }) => adsGenerator,
    isListed: true,
    samples: { google: "google-ads", facebook: "facebook-ads", linkedin: "linkedin-ads" },
  },
  seoAudit: { Page: SeoAudit, head: (texts, language) => filledAudit(language, texts), isListed: true },
  ecommerce: {
    Page: Ecommerce,
    head: ({ ecommerce }) => ecommerce,
    isListed: true,
    samples: { product: "product-description" },
  },
  maker: {
    Page: Maker,
    head: ({ maker }) => maker,
    isListed: true,
    samples: { product: "product-description", image: "image-alt", person: "personal-bio" },
  },
  specialOffer: { Page: SpecialOffer, head: ({ specialOffer }) => specialOffer, isListed: true },
  contact: { Page: Contact, head: ({ contact }) => contact, isListed: true },
  terms: { Page: Terms, head: ({ legal }) => legalHead(legal.terms), isListed: true },
  privacy: { Page: Privacy, head: ({ legal }) => legalHead(legal.privacy), isListed: true },
  cookies: { Page: Cookies, head: ({ legal }) => legalHead(legal.cookies), isListed: true },
  blog: { Page: Blog, head: ({ blog }) => ({ ...blog, hiddenIf: "hidden", hasFeed: true }) },
  blogTag: {
    Page: BlogTag,
    head: ({ blog }) => ({ title: blog.tagTitle, description: blog.tagDescription, hasFeed: true }),
  },
  blogAuthor: {
    Page: BlogAuthor,
    head: ({ blog }) => ({ title: blog.authorTitle, description: blog.authorDescription, hasFeed: true }),
  },
  blogPost: { Page: BlogPost, head: () => ({ ...POST, hasMarkdown: true, hasFeed: true }) },
  ownPage: { Page: OwnPage, head: () => POST },
  aiTool: { Page: Tool, head: ({ tool }) => tool },
  docs: {
    Page: Docs,
    head: () => ({
      title: v("head.title"),
      description: v("head.description"),
      kind: "article",
      hasMarkdown: true,
    }),
  },
};

const entries = Object.entries(TEMPLATES) as [PageName, Template][];
const inEach = <T,>(say: (language: Language) => T) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, say(language)]));

function html({ Page, head }: Template, language: Language, assets: Assets): string {
  const texts = textsOf(language);
  const href: Page["href"] = (page, params) => pathTo(page as PageName, language, params);
  const markup = renderToStaticMarkup(<Page language={language} texts={texts} href={href} />);
  const body = branded(withHideable(markup, language));
  const measuring = v("frame.brand.measuring");
  return `<!doctype html><html lang="${language}" data-measuring="${measuring}"><head>${headOf(head(texts, language), language, assets)}</head><body>${withExpressions(body)}</body></html>`;
}

/** File → its content. */
export const templates = (assets: Assets): Record<string, string> =>
  Object.fromEntries(
    entries.flatMap(([name, template]) =>
      LANGUAGES.map((language) => [`pages/${name}.${language}.html`, html(template, language, assets)]),
    ),
  );

/** The pages without parameters, for maps of the site. */
export const listedPages = () =>
  entries
    .filter(([, { isListed }]) => isListed)
    .map(([name, { head, samples = {} }]) => {
      const about = (language: Language) => {
        const { title, description } = head(textsOf(language), language);
        return { title, description };
      };
      return { name, to: inEach((language) => pathTo(name, language)), about: inEach(about), samples };
    });
