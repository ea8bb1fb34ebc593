// Made by generate.mjs; not to be edited.

import type { PageRow, Row } from "../rules/rows";
import type { Query } from "../rules/site";

/** One fetched address: a page, a redirect, a file, or an address that did not answer. */
export interface Page extends PageRow {
  /** The number of the address in the crawl, in the order of discovery. */
  readonly number: number;
  /** The normalised address. */
  readonly url: string;
  /** What the address is for the crawl: 0 a page of the site, 1 a resource of a page (image, style, script, font, media), 2 an address of another site. */
  readonly role: number;
  /** How it was found first: 0 start, 1 link, 2 sitemap, 3 redirect, 4 canonical, 5 hreflang, 6 resource, 7 list, 11 image for shared links. */
  readonly found: number;
  /** The fewest clicks from the start, or unknown. */
  readonly depth: number;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** Why there is no complete response, such as "timed-out", "dns", "refused", "reset", "tls", "too-large", "robots"; empty otherwise. */
  readonly failure: string;
  /** Whether robots.txt disallows it for the crawler. Such an address was not fetched. */
  readonly disallowed: boolean;
  /** Whether robots.txt disallows it for Googlebot. */
  readonly disallowedGoogle: boolean;
  /** Whether a sitemap lists it. */
  readonly inSitemap: boolean;
  /** The absolute, normalised target of a redirect; empty otherwise. */
  readonly location: string;
  /** The number of that target, or unknown. */
  readonly locationNumber: number;
  /** The media type without parameters, in lower case; empty without the header. */
  readonly mediaType: string;
  /** The charset of the Content-Type header, in lower case; empty without one. */
  readonly charset: string;
  /** The content encoding of the response: "gzip", "br", "zstd", "deflate" or empty. */
  readonly encoding: string;
  /** The HTTP version times ten: 10, 11, 20 or 30. */
  readonly httpVersion: number;
  /** The time to the first byte, in milliseconds. */
  readonly ttfbMs: number;
  /** The time to the last byte, in milliseconds. */
  readonly totalMs: number;
  /** The size of the body as it was sent, in bytes. */
  readonly transferBytes: number;
  /** The size of the decoded body, in bytes. */
  readonly bodyBytes: number;
  /** How many times it was fetched because of 429 or 503. */
  readonly retries: number;
  /** The response headers. */
  readonly headers: readonly Header[];
  /** Whether the body was read as HTML. The columns below describe such a page only. */
  readonly html: boolean;
  /** Whether the document begins with a doctype. */
  readonly doctype: boolean;
  /** The `lang` attribute of `html`. */
  readonly lang: string | undefined;
  /** The text of the first title in the head, with white space collapsed. */
  readonly title: string | undefined;
  /** The width of the title in Arial of 20 px, in pixels. */
  readonly titlePx: number;
  /** The first meta description in the head, with white space collapsed. */
  readonly description: string | undefined;
  /** The width of the description in Arial of 14 px, in pixels. */
  readonly descriptionPx: number;
  /** The content of the meta viewport. */
  readonly viewport: string | undefined;
  /** The absolute, normalised canonical address: of the head, otherwise of the Link header; empty without one or with an invalid one. */
  readonly canonical: string;
  /** The number of the canonical address, or unknown. */
  readonly canonicalNumber: number;
  /** Whether meta robots (for all or Googlebot) or X-Robots-Tag say `noindex` or `none`. */
  readonly noindex: boolean;
  /** Whether they say `nofollow` or `none`. */
  readonly nofollow: boolean;
  /** The offset at which a meta charset ends in the document, in bytes; 0 with a byte order mark; unknown without either. */
  readonly metaCharsetAt: number;
  /** The name of the first element in the head that ends it early, or "#text" for a text; empty without one. */
  readonly headEndedBy: string;
  /** The number of elements. */
  readonly elements: number;
  /** The greatest depth of elements, at most 514: browsers do not go deeper either. */
  readonly nesting: number;
  /** The size of the visible text, in bytes. */
  readonly textBytes: number;
  /** The words of the main text: without navigation, header, footer and sidebars. */
  readonly words: number;
  /** The words of the whole visible text. */
  readonly allWords: number;
  /** The sentences of the main text. */
  readonly sentences: number;
  /** The language of the main text: "en", "pl" or another code of two letters; empty if unknown. */
  readonly language: string;
  /** How certain the language is, in thousandths. */
  readonly languageCertainty: number;
  /** Flesch reading ease of an English main text of 100 words or more, in hundredths plus 100,000 (it may be negative); unknown otherwise. */
  readonly flesch: number;
  /** FOG index of a Polish main text of 100 words or more, in hundredths; unknown otherwise. */
  readonly fog: number;
  /** The words of the longest paragraph. */
  readonly longestParagraph: number;
  /** Hash of the normalised main text; 0 for an empty one. */
  readonly textHash: bigint;
  /** SimHash of the main text's three-word shingles; 0 for fewer than 50 words. */
  readonly simhash: bigint;
  /** Sequences in the visible text that UTF-8 read as Latin-1 produces, and U+FFFD. */
  readonly mojibake: number;
  /** A template's placeholder found in the visible text, as it is named there; empty without one. */
  readonly placeholder: string;
  /** The author named by markup or byline; empty without one. */
  readonly author: string;
  /** The newest date of modification or publication named by markup or a `time` element, in days since 1970-01-01; unknown without one. */
  readonly modifiedDay: number;
  /** Last-Modified or the sitemap's lastmod, in days since 1970-01-01; unknown without either. */
  readonly lastmodDay: number;
  /** Whether the page is an article by its markup: `article` with a byline or date, or an Article type, or og:type article. */
  readonly article: boolean;
  /** Elements with an `onclick` that navigates, without `href`. */
  readonly onclickLinks: number;
  /** The number of visible prices that are not in `prices`. */
  readonly morePrices: number;
  /** All titles of the document. */
  readonly titles: readonly Title[];
  /** The `meta` elements with a name, property or http-equiv. */
  readonly metas: readonly Meta[];
  /** The `link` elements and the links of the Link header. */
  readonly hints: readonly Hint[];
  /** The headings. */
  readonly headings: readonly Heading[];
  /** The `a` and `area` elements. */
  readonly links: readonly Link[];
  /** The `img` elements, and the sources of `picture`. */
  readonly images: readonly Image[];
  /** Styles, scripts, frames, media and fonts. */
  readonly resources: readonly Resource[];
  /** Structured data. */
  readonly data: readonly Data[];
  /** Forms. */
  readonly forms: readonly Form[];
  /** The first paragraphs of the main text. */
  readonly paragraphs: readonly Paragraph[];
  /** Ids that other links may name, and repeated ids. */
  readonly ids: readonly Id[];
  /** Hidden blocks of text. */
  readonly hidden: readonly Hidden[];
  /** Visible prices. */
  readonly prices: readonly Price[];
  /** The main text. */
  readonly texts: readonly Text[];
  /** The view that a browser rendered; none without a browser. */
  readonly rendered: readonly Rendered[];
  /** What other connected services know of the page; none without them. */
  readonly known: readonly Known[];
  /** One of the sequences that `mojibake` counts, with the word around it; empty without one. */
  readonly mojibakeText: string;
  /** The beginning of the longest paragraph, at most 128 bytes. */
  readonly longestText: string;
  /** In a style sheet or script of the site: the bytes of comments, line breaks and spaces that a browser does not need, estimated; 0 for others. */
  readonly needlessBytes: number;
  /** The line of robots.txt that disallows it for Googlebot; 0 without one. */
  readonly googleLine: number;
  /** Whether the canonical address belongs to another registrable domain. */
  readonly canonicalForeign: boolean;
  /** The width of an image for shared links, in pixels; 0 if it was not measured. */
  readonly imageWidth: number;
  /** Its height. */
  readonly imageHeight: number;
  /** The words of the description of a product: of an element with `itemprop`, class or id of that name; unknown without one. */
  readonly descriptionWords: number;
  /** The SimHash of the same text; 0 for fewer than 20 words. */
  readonly descriptionSimhash: bigint;
  /** Cards of products in the main text: elements with a link and a price. */
  readonly cards: number;
  /** The words of the main text in them. */
  readonly cardWords: number;
}

/** A response header. Cookies keep their name and attributes, and lose their value. */
export interface Header extends Row {
  /** The name in lower case. */
  readonly name: string;
  /** The value, at most 1,024 bytes. */
  readonly value: string;
}

/** A `title` element, except those of SVG images. */
export interface Title extends Row {
  /** Its text, with white space collapsed. */
  readonly text: string;
  /** Whether it is in the head. */
  readonly inHead: boolean;
  /** Its offset in the document, in bytes. */
  readonly at: number;
}

/** A `meta` element with a name, property or http-equiv. */
export interface Meta extends Row {
  /** The attribute `name`, `property` or `http-equiv`, in lower case. */
  readonly name: string;
  /** Which of them it is: 0 name, 1 property, 2 http-equiv. */
  readonly attribute: number;
  /** The attribute `content`, with white space collapsed, at most 2,048 bytes. */
  readonly content: string;
  /** Whether it is in the head. */
  readonly inHead: boolean;
  /** Its offset in the document, in bytes. */
  readonly at: number;
}

/** A `link` element, or a link of the Link header. */
export interface Hint extends Row {
  /** The attribute `rel`, in lower case. */
  readonly rel: string;
  /** The attribute `href` as written. */
  readonly href: string;
  /** The absolute, normalised address; empty if it is invalid. */
  readonly url: string;
  /** The number of that address, or unknown. */
  readonly target: number;
  /** The attribute `hreflang`. */
  readonly hreflang: string | undefined;
  /** The attributes `type` and `media`, with a space between them. */
  readonly attributes: string;
  /** Where it is: 0 head, 1 body, 2 the Link header. */
  readonly place: number;
  /** Its offset in the document, in bytes. */
  readonly at: number;
}

/** A heading. */
export interface Heading extends Row {
  /** 1 to 6. */
  readonly level: number;
  /** Its text, or the alternative text of its images, with white space collapsed. */
  readonly text: string;
  /** Whether its only content is images. */
  readonly onlyImages: boolean;
  /** The words of the main text between it and the next heading. */
  readonly wordsAfter: number;
  /** Its offset in the document, in bytes. */
  readonly at: number;
}

/** An `a` or `area` element. */
export interface Link extends Row {
  /** The attribute `href` as written, at most 2,048 bytes. */
  readonly href: string | undefined;
  /** The absolute, normalised address without fragment; empty unless it is http or https. */
  readonly url: string;
  /** The number of that address, or unknown. */
  readonly target: number;
  /** What it leads to: 0 the same site, 1 another site, 2 mailto, 3 tel, 4 javascript, 5 a fragment of the same page, 6 nothing, 7 another scheme, 8 an invalid address. */
  readonly kind: number;
  /** The fragment without "#", decoded; none without one. */
  readonly fragment: string | undefined;
  /** Its visible text, otherwise aria-label, title or the alternative text of its images, at most 256 bytes. */
  readonly text: string;
  /** Where the text is from: 0 text, 1 aria-label or aria-labelledby, 2 alternative text, 3 title, 4 nothing. */
  readonly textFrom: number;
  /** Where it is: 0 main content, 1 navigation, 2 header, 3 footer, 4 sidebar. */
  readonly place: number;
  /** Bits of `rel`: 1 nofollow, 2 ugc, 4 sponsored, 8 noopener, 16 noreferrer, 32 next, 64 prev. */
  readonly rel: number;
  /** Whether it opens a new tab. */
  readonly newTab: boolean;
  /** The number of images in it. */
  readonly images: number;
  /** Whether it has an `onclick`. */
  readonly onclick: boolean;
  /** Its offset in the document, in bytes. */
  readonly at: number;
  /** The attribute aria-label, at most 256 bytes. */
  readonly label: string;
  /** The attribute `onclick`, at most 256 bytes. */
  readonly script: string;
  /** Bits: 1 it has an id or name, 2 a role other than "link", 4 it leads to another registrable domain. */
  readonly flags: number;
}

/** An `img` element, or a `picture` without one. */
export interface Image extends Row {
  /** The address as written: `src`, or the first of `srcset`, or the lazy source of common scripts. */
  readonly src: string;
  /** The absolute, normalised address; empty for data and invalid addresses. */
  readonly url: string;
  /** The number of that address, or unknown. */
  readonly target: number;
  /** The alternative text; none without the attribute. */
  readonly alt: string | undefined;
  /** Whether `aria-hidden` or a presentational role hide it. */
  readonly decorative: boolean;
  /** Whether it has width and height, or a style with both or with aspect-ratio. */
  readonly sized: boolean;
  /** Whether `loading="lazy"` or a lazy script delays it. */
  readonly lazy: boolean;
  /** Whether it is the only content of a link. */
  readonly onlyInLink: boolean;
  /** Whether it is a `picture` without `img`. */
  readonly emptyPicture: boolean;
  /** Whether a `source` or `srcset` offers WebP or AVIF. */
  readonly modern: boolean;
  /** Its offset in the document, in bytes. */
  readonly at: number;
}

/** A file that a page loads, besides images of `img`. */
export interface Resource extends Row {
  /** 0 style, 1 script, 2 frame, 3 video, 4 audio, 5 font, 6 icon, 7 og:image, 8 source of video or audio, 9 object, 10 background image of a style attribute, 11 source of a picture, or another one of the `srcset` of an image. */
  readonly kind: number;
  /** The address as written. */
  readonly src: string;
  /** The absolute, normalised address; empty for inline content and invalid addresses. */
  readonly url: string;
  /** The number of that address, or unknown. */
  readonly target: number;
  /** Bits: 1 async, 2 defer, 4 module, 8 in the head, 16 has a poster, 32 inline, 64 media query, 128 in the main content. */
  readonly flags: number;
  /** The size of inline content, in bytes. */
  readonly inlineBytes: number;
  /** Its offset in the document, in bytes. */
  readonly at: number;
  /** The width of a frame by its attribute or style, in pixels; a share is taken of a window of 600 by 800 pixels. 0 if it is unknown. */
  readonly width: number;
  /** The height of a frame, as its width. */
  readonly height: number;
}

/** A block of structured data. */
export interface Data extends Row {
  /** 0 JSON-LD, 1 Microdata, 2 RDFa. */
  readonly format: number;
  /** The content as JSON: JSON-LD as written, at most 65,536 bytes; items of the others as objects with `@type`. */
  readonly json: string;
  /** Why JSON-LD does not parse; empty otherwise. */
  readonly error: string;
  /** Its offset in the document, in bytes. */
  readonly at: number;
}

/** A form. */
export interface Form extends Row {
  /** The absolute action; the page without one. */
  readonly action: string;
  /** Whether it has a password field. */
  readonly password: boolean;
  /** Its offset in the document, in bytes. */
  readonly at: number;
}

/** A paragraph of the main text; those that begin in its first 300 words. */
export interface Paragraph extends Row {
  /** Its text, at most 1,024 bytes. */
  readonly text: string;
  /** Its words. */
  readonly words: number;
  /** The words of the main text before it. */
  readonly wordsBefore: number;
  /** Its offset in the document, in bytes. */
  readonly at: number;
}

/** An id or anchor name. */
export interface Id extends Row {
  /** The name, at most 128 bytes. */
  readonly name: string;
  /** How often it occurs. */
  readonly count: number;
}

/** A block that a style or attribute hides from readers, of 20 characters or more, and not a menu, dialog or template. */
export interface Hidden extends Row {
  /** Its text, at most 1,024 bytes. */
  readonly text: string;
  /** The links to other sites in it. */
  readonly links: number;
  /** Its offset in the document, in bytes. */
  readonly at: number;
}

/** A visible price. */
export interface Price extends Row {
  /** The amount in hundredths of the currency. */
  readonly hundredths: number;
  /** The text, such as "1 299,00 zł". */
  readonly text: string;
  /** Its offset in the document, in bytes. */
  readonly at: number;
}

/** The main text of a page. It is there while the page is crawled, and is not stored. */
export interface Text extends Row {
  /** At most 65,536 bytes, paragraphs separated by line ends. */
  readonly text: string;
}

/** What a browser shows of a page. */
export interface Rendered extends Row {
  /** The address after scripts have run. */
  readonly url: string;
  /** The title. */
  readonly title: string;
  /** The canonical address. */
  readonly canonical: string;
  /** Whether the page says noindex. */
  readonly noindex: boolean;
  /** The words of the main text. */
  readonly words: number;
  /** How many of them are in the document as it was sent. */
  readonly wordsSent: number;
  /** The links to the same site. */
  readonly links: number;
  /** How many of them are in the document as it was sent. */
  readonly linksSent: number;
  /** The words of the main text on a phone. */
  readonly phoneWords: number;
  /** Uncaught exceptions while it loaded. */
  readonly exceptions: number;
  /** The first of them; empty without one. */
  readonly exception: string;
  /** Requests while it loaded. */
  readonly requests: number;
  /** All bytes that it loaded. */
  readonly transferBytes: number;
  /** How far the content is wider than a phone of 360 px, in pixels. */
  readonly overflowPx: number;
  /** Targets of taps, and those below 24 by 24 px. */
  readonly targets: number;
  /** Targets of taps that are smaller than 24 by 24 px. */
  readonly smallTargets: number;
  /** Characters of text, and those smaller than 12 px. */
  readonly characters: number;
  /** Characters of text that are smaller than 12 px. */
  readonly smallCharacters: number;
  /** Largest contentful paint in milliseconds; unknown if it was not measured. */
  readonly lcpMs: number;
  /** Whether the largest element is an image that is loaded lazily. */
  readonly lcpLazy: boolean;
  /** Interaction to next paint in milliseconds; unknown if it was not measured. */
  readonly inpMs: number;
  /** Cumulative layout shift in thousandths; unknown if it was not measured. */
  readonly cls: number;
  /** First contentful paint in milliseconds; unknown if it was not measured. */
  readonly fcpMs: number;
  /** Total blocking time in milliseconds; unknown if it was not measured. */
  readonly tbtMs: number;
  /** What render-blocking files cost, in milliseconds; unknown if it was not measured. */
  readonly blockingMs: number;
  /** The performance score, 0 to 100; unknown if it was not measured. */
  readonly score: number;
  /** Images that are shown much smaller than they are, as JSON: `[{"url", "natural", "shown", "density"}]`, with widths in pixels. */
  readonly oversized: string;
  /** The address of the largest element of the first screen, if it is an image; empty otherwise. */
  readonly lcpUrl: string;
  /** Largest contentful paint of real visits, in milliseconds; unknown without enough of them. */
  readonly fieldLcpMs: number;
  /** Cumulative layout shift of real visits, in thousandths; unknown without enough of them. */
  readonly fieldCls: number;
  /** The render-blocking file that costs most; empty without one. */
  readonly blockingFile: string;
  /** Requests to other hosts while it loaded. */
  readonly foreignRequests: number;
  /** The element that is wider than a phone, such as "table.sizes"; empty without one. */
  readonly widest: string;
  /** The text of a target of taps that is too small; empty without one. */
  readonly smallTarget: string;
}

/** What a connected service knows of a page. */
export interface Known extends Row {
  /** The service and its answer, such as "gsc", "serp", "shop" or "history". */
  readonly source: string;
  /** The answer as a JSON object. */
  readonly json: string;
}

/** A site table: the state of every address at the end of the crawl, one row for each, in the order of numbers. */
export interface State extends Row {
  /** The number of the address. */
  readonly number: number;
  /** The address. */
  readonly url: string;
  /** As in `pages`. */
  readonly role: number;
  /** As in `pages`. */
  readonly found: number;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** Bits: 1 HTML, 2 noindex, 4 canonicalised to another address, 8 disallowed, 16 in a sitemap, 32 indexable, 64 not fetched, 128 disallowed for Googlebot, 256 sent with a content encoding. */
  readonly flags: number;
  /** The fewest clicks from the start, or unknown. */
  readonly depth: number;
  /** Followed links from other pages of the site. */
  readonly followed: number;
  /** Links with nofollow from other pages of the site. */
  readonly nofollowed: number;
  /** Links from other pages of the site that are indexable themselves. */
  readonly fromIndexable: number;
  /** The number of the redirect's target, or unknown. */
  readonly location: number;
  /** The number of the canonical address, or unknown. */
  readonly canonical: number;
  /** The language of the page: of `lang`, otherwise of the text; empty if unknown. */
  readonly language: string;
  /** The size of the body as it was sent, in bytes. */
  readonly transferBytes: number;
  /** The newest lastmod of a sitemap, in days since 1970-01-01; unknown without one. */
  readonly lastmodDay: number;
  /** The first other page that links to it, without nofollow if there is one; otherwise the first that refers to it in another way; unknown without one. */
  readonly from: number;
  /** The first other page that links to it with nofollow; unknown without one. */
  readonly nofollowFrom: number;
}

/** A site table: an address that a page refers to. */
export interface Reference extends Row {
  /** What refers: 0 link, 1 canonical, 2 hreflang, 3 image, 4 other resource, 5 redirect, 6 sitemap, 7 next or prev, 8 og:image. */
  readonly kind: number;
  /** The number of the page that refers; unknown for a sitemap. */
  readonly source: number;
  /** The number of the address. */
  readonly target: number;
  /** The row in the table of the source: `links`, `hints`, `images` or `resources`, counted within the page. */
  readonly row: number;
  /** Bits: 1 nofollow, 2 the target refers back (hreflang), 4 the target is another site, 8 the page itself is indexable, 16 an image of `picture` or `srcset`, whose row is in `resources`. */
  readonly flags: number;
  /** The status of the target; unknown if it was not fetched. */
  readonly status: number;
  /** The flags of the target, as in `states`. */
  readonly targetFlags: number;
  /** The language of an hreflang, otherwise the text of a link. */
  readonly text: string;
  /** The fragment of a link; none without one. */
  readonly fragment: string | undefined;
  /** Whether the target has that fragment, or is not known. */
  readonly fragmentFound: boolean;
}

/** A site table: a group of pages that share something, one row for each page, groups one after another. */
export interface Duplicate extends Row {
  /** What they share: 0 title, 1 description, 2 first h1, 3 main text, 4 nearly the main text, 5 nearly the description of a product. */
  readonly kind: number;
  /** The number of the group. */
  readonly group: number;
  /** The number of the page. */
  readonly page: number;
  /** How similar it is to the first page of the group, in thousandths. */
  readonly similarity: number;
}

/** A site table: a chain of redirects, one row for each step, chains one after another. */
export interface Chain extends Row {
  /** The number of the chain. */
  readonly group: number;
  /** The number of the address. */
  readonly page: number;
  /** Its place in the chain, from 0. */
  readonly step: number;
  /** How the chain ends: 0 at a page, 1 in a loop, 2 at an error or without a response, 3 at the limit of steps. */
  readonly end: number;
}

/** A site table: the robots.txt of a host. */
export interface Robots extends Row {
  /** The address of the file. */
  readonly url: string;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The size of the file, in bytes, at most 2 MiB. */
  readonly bytes: number;
  /** The file, at most 512,000 bytes. */
  readonly text: string;
  /** Problems, one in a line: the number of the line, a space, a code (`unknown-directive`, `rule-before-group`, `invalid-sitemap`, `invalid-path`), a space, the line. */
  readonly problems: string;
  /** The sitemaps that it names, one in a line. */
  readonly sitemaps: string;
  /** The product tokens for which the whole site is disallowed, in lower case, one in a line; "*" for all without a group of their own. */
  readonly blocked: string;
  /** The scheme and host whose file it is; `url` is its address after redirects. */
  readonly origin: string;
  /** Why there is no response, as in `pages`; empty otherwise. */
  readonly failure: string;
}

/** A site table: a sitemap. */
export interface Sitemap extends Row {
  /** Its address. */
  readonly url: string;
  /** 0 named in robots.txt, 1 guessed, 2 named in an index, 3 given. */
  readonly found: number;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** 0 unknown, 1 index, 2 urlset, 3 text, 4 RSS, 5 Atom. */
  readonly format: number;
  /** The addresses that it lists. */
  readonly urls: number;
  /** Its decoded size, in bytes. */
  readonly bytes: number;
  /** Problems, one in a line: a code (`malformed`, `root`, `namespace`, `relative`, `too-many`, `too-large`, `lastmod-invalid`, `lastmod-future`), a space, the number of the line in the file, a space, the text there or the date. */
  readonly problems: string;
  /** Addresses with a lastmod, and how many share the most frequent one. */
  readonly lastmods: number;
  /** The addresses that share the most frequent lastmod. */
  readonly sameLastmods: number;
  /** Addresses on another host than the sitemap's, and the first of them. */
  readonly foreign: number;
  /** The first address on another host; empty without one. */
  readonly foreignUrl: string;
  /** Addresses with http in a sitemap of a site with https. */
  readonly http: number;
  /** The address of the robots.txt or of the index that names it; empty if it was guessed or given. */
  readonly source: string;
  /** Dates that are invalid or later than the day after the crawl. */
  readonly badLastmods: number;
}

/** A site table: the answer to a path that a pack or the crawl probes. */
export interface Probe extends Row {
  /** The path, or the whole address for a variant of the host. */
  readonly path: string;
  /** 0 asked by a pack, 1 a random path, 2 a variant of scheme and host, 3 a file that the crawl asks for itself, 4 an address to which another probe was redirected. */
  readonly kind: number;
  /** The HTTP status of the first answer; 0 without a response. */
  readonly status: number;
  /** The address at the end of redirects. */
  readonly endUrl: string;
  /** The status at the end of redirects. */
  readonly endStatus: number;
  /** The media type of the last answer. */
  readonly mediaType: string;
  /** The first 1,024 bytes of the last answer, as text. */
  readonly start: string;
}

/** A site table: a host of the site. */
export interface Host extends Row {
  /** The host, with its port unless it is the scheme's own. */
  readonly host: string;
  /** Whether it answered with TLS. */
  readonly tls: boolean;
  /** Why the certificate is not valid, such as "expired", "hostname", "chain"; empty otherwise. */
  readonly tlsError: string;
  /** The last day on which the certificate is valid, in days since 1970-01-01; unknown without TLS. */
  readonly notAfter: number;
  /** Bits of the protocols that it offers: 1 TLS 1.0, 2 TLS 1.1, 4 TLS 1.2, 8 TLS 1.3, 16 HTTP/2; unknown if they were not asked. */
  readonly protocols: number;
  /** Addresses of the host that were fetched. */
  readonly fetched: number;
  /** Those that answered 500 to 599. */
  readonly failed: number;
  /** Those of the first 50 that answered 403 or 503 with a challenge of a firewall. */
  readonly challenged: number;
}

/** A site table: one row about the crawl. */
export interface Crawl extends Row {
  /** The start address. */
  readonly start: string;
  /** The number of its page after redirects. */
  readonly home: number;
  /** The day of the crawl, in days since 1970-01-01. */
  readonly day: number;
  /** Fetched pages of the site. */
  readonly pages: number;
  /** The limit that ended the crawl, such as "pages", "depth", "time", "query-variants"; empty if it ended by itself. */
  readonly limit: string;
  /** What is connected, one in a line: "render", "gsc", "serp", "lighthouse", "shop", "tls", "history", "external". */
  readonly connected: string;
  /** The part of paths that the crawl left out because they differ in the query only, one in a line: the path, a space, the number of variants. */
  readonly variants: string;
}

/** A site table: a page that a sitemap lists, with the first sitemap that does. */
export interface Listing extends Row {
  /** The number of the page. */
  readonly page: number;
  /** The row of the sitemap in the table `sitemaps`. */
  readonly sitemap: number;
  /** The versions in other languages that the sitemap names, one in a line: the code, a space, the number of the address. */
  readonly alternates: string;
}

/** The row of each table. */
export interface Tables {
  pages: Page;
  headers: Header;
  titles: Title;
  metas: Meta;
  hints: Hint;
  headings: Heading;
  links: Link;
  images: Image;
  resources: Resource;
  data: Data;
  forms: Form;
  paragraphs: Paragraph;
  ids: Id;
  hidden: Hidden;
  prices: Price;
  texts: Text;
  rendered: Rendered;
  known: Known;
  states: State;
  references: Reference;
  duplicates: Duplicate;
  chains: Chain;
  robots: Robots;
  sitemaps: Sitemap;
  probes: Probe;
  hosts: Host;
  crawl: Crawl;
  listings: Listing;
}

/** The tables of a site. The others belong to pages. */
export type SiteTable = "states" | "references" | "duplicates" | "chains" | "robots" | "sitemaps" | "probes" | "hosts" | "crawl" | "listings";

/** The columns of each table in their order: the name, the kind, and whose rows they are. */
export const LAYOUT: Readonly<Record<keyof Tables, string>> = {
  pages: "number:number url:text role:number found:number depth:number status:number failure:text disallowed:flag disallowed_google:flag in_sitemap:flag location:text location_number:number media_type:text charset:text encoding:text http_version:number ttfb_ms:number total_ms:number transfer_bytes:number body_bytes:number retries:number headers:rows:headers html:flag doctype:flag lang:maybe title:maybe title_px:number description:maybe description_px:number viewport:maybe canonical:text canonical_number:number noindex:flag nofollow:flag meta_charset_at:number head_ended_by:text elements:number nesting:number text_bytes:number words:number all_words:number sentences:number language:text language_certainty:number flesch:number fog:number longest_paragraph:number text_hash:wide simhash:wide mojibake:number placeholder:text author:text modified_day:number lastmod_day:number article:flag onclick_links:number more_prices:number titles:rows:titles metas:rows:metas hints:rows:hints headings:rows:headings links:rows:links images:rows:images resources:rows:resources data:rows:data forms:rows:forms paragraphs:rows:paragraphs ids:rows:ids hidden:rows:hidden prices:rows:prices texts:rows:texts rendered:rows:rendered known:rows:known mojibake_text:text longest_text:text needless_bytes:number google_line:number canonical_foreign:flag image_width:number image_height:number description_words:number description_simhash:wide cards:number card_words:number",
  headers: "name:text value:text",
  titles: "text:text in_head:flag at:number",
  metas: "name:text attribute:number content:text in_head:flag at:number",
  hints: "rel:text href:text url:text target:number hreflang:maybe attributes:text place:number at:number",
  headings: "level:number text:text only_images:flag words_after:number at:number",
  links: "href:maybe url:text target:number kind:number fragment:maybe text:text text_from:number place:number rel:number new_tab:flag images:number onclick:flag at:number label:text script:text flags:number",
  images: "src:text url:text target:number alt:maybe decorative:flag sized:flag lazy:flag only_in_link:flag empty_picture:flag modern:flag at:number",
  resources: "kind:number src:text url:text target:number flags:number inline_bytes:number at:number width:number height:number",
  data: "format:number json:text error:text at:number",
  forms: "action:text password:flag at:number",
  paragraphs: "text:text words:number words_before:number at:number",
  ids: "name:text count:number",
  hidden: "text:text links:number at:number",
  prices: "hundredths:number text:text at:number",
  texts: "text:text",
  rendered: "url:text title:text canonical:text noindex:flag words:number words_sent:number links:number links_sent:number phone_words:number exceptions:number exception:text requests:number transfer_bytes:number overflow_px:number targets:number small_targets:number characters:number small_characters:number lcp_ms:number lcp_lazy:flag inp_ms:number cls:number fcp_ms:number tbt_ms:number blocking_ms:number score:number oversized:text lcp_url:text field_lcp_ms:number field_cls:number blocking_file:text foreign_requests:number widest:text small_target:text",
  known: "source:text json:text",
  states: "number:number url:text role:number found:number status:number flags:number depth:number followed:number nofollowed:number from_indexable:number location:number canonical:number language:text transfer_bytes:number lastmod_day:number from:number nofollow_from:number",
  references: "kind:number source:number target:number row:number flags:number status:number target_flags:number text:text fragment:maybe fragment_found:flag",
  duplicates: "kind:number group:number page:number similarity:number",
  chains: "group:number page:number step:number end:number",
  robots: "url:text status:number bytes:number text:text problems:text sitemaps:text blocked:text origin:text failure:text",
  sitemaps: "url:text found:number status:number format:number urls:number bytes:number problems:text lastmods:number same_lastmods:number foreign:number foreign_url:text http:number source:text bad_lastmods:number",
  probes: "path:text kind:number status:number end_url:text end_status:number media_type:text start:text",
  hosts: "host:text tls:flag tls_error:text not_after:number protocols:number fetched:number failed:number challenged:number",
  crawl: "start:text home:number day:number pages:number limit:text connected:text variants:text",
  listings: "page:number sitemap:number alternates:text",
};

/** A question about each table of the site. */
export abstract class Questions {
  protected abstract query<T extends SiteTable>(table: T): Query<T>;

  /** The state of every address at the end of the crawl, one row for each, in the order of numbers. */
  states(): Query<"states"> {
    return this.query("states");
  }

  /** An address that a page refers to. */
  references(): Query<"references"> {
    return this.query("references");
  }

  /** A group of pages that share something, one row for each page, groups one after another. */
  duplicates(): Query<"duplicates"> {
    return this.query("duplicates");
  }

  /** A chain of redirects, one row for each step, chains one after another. */
  chains(): Query<"chains"> {
    return this.query("chains");
  }

  /** The robots.txt of a host. */
  robots(): Query<"robots"> {
    return this.query("robots");
  }

  /** A sitemap. */
  sitemaps(): Query<"sitemaps"> {
    return this.query("sitemaps");
  }

  /** The answer to a path that a pack or the crawl probes. */
  probes(): Query<"probes"> {
    return this.query("probes");
  }

  /** A host of the site. */
  hosts(): Query<"hosts"> {
    return this.query("hosts");
  }

  /** One row about the crawl. */
  crawl(): Query<"crawl"> {
    return this.query("crawl");
  }

  /** A page that a sitemap lists, with the first sitemap that does. */
  listings(): Query<"listings"> {
    return this.query("listings");
  }
}
