//! All checks of the audit, and those that no script can do on this site.

/// The ids of all checks.
pub const ALL: &str = "
http-4xx-internal http-401-403 http-429-rate-limited http-5xx-internal http-timeout dns-failure
connection-refused server-error-rate-high robots-txt-missing robots-txt-5xx robots-txt-invalid
robots-txt-too-large robots-txt-blocks-all robots-txt-blocks-resources robots-txt-no-sitemap
page-blocked-by-robots link-to-blocked-page crawl-depth-high orphan-page parameter-explosion soft-404
custom-404-wrong-status host-variants-not-merged wrong-content-type html-too-large crawl-blocked-by-waf
noindex-page nofollow-page robots-meta-conflict nosnippet canonical-missing canonical-multiple
canonical-relative canonical-to-error canonical-to-redirect canonical-to-noindex canonical-chain
canonical-header-mismatch canonical-outside-head canonical-http-on-https canonical-cross-domain
canonical-blocked canonicalized-page canonical-noindex-conflict pagination-canonical-first
pagination-rel-not-linked metas-in-body invalid-element-in-head indexability-changed noindex-with-traffic
gsc-not-indexed gsc-canonical-differs redirect-internal redirect-temporary redirect-chain redirect-loop
redirect-broken redirect-meta-refresh redirect-js redirect-http-to-https-missing redirect-https-to-http
redirect-mass-to-home redirect-slash-or-case link-internal-broken link-internal-to-redirect
link-internal-to-noncanonical link-internal-nofollow link-nofollow-to-indexable link-mixed-follow
link-only-nofollow-inlinks link-only-from-noncanonical link-single-inlink link-http-on-https
link-external-broken link-external-redirect link-external-followed link-empty-anchor link-generic-anchor
link-uncrawlable link-too-many link-dead-end link-localhost link-staging-host link-broken-fragment
link-utm-internal link-noopener-missing link-bad-mailto-tel title-missing title-too-long title-too-short
title-duplicate title-multiple title-outside-head title-equals-h1 title-boilerplate title-keyword-stuffing
title-rewritten-by-google title-missing-target-keyword meta-description-missing meta-description-too-long
meta-description-too-short meta-description-duplicate meta-description-multiple meta-description-equals-title
meta-keywords-present meta-charset-missing h1-missing h1-multiple h1-too-long h1-duplicate h1-image-without-alt
heading-order-skipped heading-empty h2-missing-long-text heading-section-too-long content-thin
content-duplicate-exact content-near-duplicate content-low-text-ratio content-lorem-ipsum
content-language-mismatch content-mojibake content-hard-to-read content-keyword-cannibalization content-decay
content-stale content-no-author content-iframe-main content-paragraph-too-long html-doctype-missing
html-duplicate-id image-broken image-alt-missing image-link-without-alt image-alt-too-long image-alt-duplicate
image-file-too-large image-dimensions-missing image-legacy-format image-oversized image-lazy-lcp
image-offscreen-not-lazy image-noimageindex image-picture-without-img image-redirect image-generic-filename
video-poster-missing favicon-missing perf-ttfb-slow perf-response-slow perf-lcp perf-inp perf-cls perf-fcp
perf-tbt perf-lighthouse-low perf-page-weight perf-dom-size perf-too-many-requests perf-no-compression
perf-no-cache perf-unminified perf-render-blocking perf-resource-broken perf-http1-only sec-http-page
sec-mixed-content sec-cert-expired sec-cert-expiring sec-old-tls sec-hsts-missing sec-csp-missing
sec-nosniff-missing sec-frame-options-missing sec-referrer-policy-missing sec-form-on-http
sec-form-insecure-action sec-exposed-file sec-directory-listing sec-server-version sec-cookie-flags
sec-spam-injection sd-missing sd-json-invalid sd-required-missing sd-recommended-missing sd-unknown-type
sd-product-offer-missing sd-price-mismatch sd-product-gtin-missing sd-merchant-policy-missing
sd-breadcrumb-missing sd-organization-missing sd-article-missing sd-rating-out-of-range sd-url-mismatch
lang-missing lang-invalid hreflang-invalid-code hreflang-no-return hreflang-no-self hreflang-no-x-default
hreflang-to-noncanonical hreflang-to-noindex hreflang-to-redirect hreflang-to-error hreflang-relative-url
hreflang-multiple-urls-per-lang hreflang-multiple-langs-per-url hreflang-lang-mismatch hreflang-outside-head
hreflang-sources-conflict sitemap-missing sitemap-unreachable sitemap-invalid sitemap-too-large sitemap-empty
sitemap-url-error sitemap-url-redirect sitemap-url-noindex sitemap-url-blocked sitemap-url-noncanonical
sitemap-url-http sitemap-url-foreign-host sitemap-missing-page sitemap-lastmod-bad viewport-missing
viewport-invalid viewport-zoom-disabled mobile-tap-targets mobile-font-too-small mobile-horizontal-scroll
mobile-content-parity og-missing og-incomplete og-image-broken og-image-too-small og-url-mismatch
twitter-card-missing twitter-card-invalid url-too-long url-underscore url-uppercase url-space url-double-slash
url-non-ascii url-repetitive-path url-many-parameters url-session-id url-slash-inconsistent js-title-changed
js-canonical-changed js-noindex-raw-only js-content-only-rendered js-links-only-rendered js-console-errors
js-hash-routing ai-crawler-blocked llms-txt-missing ai-answer-not-upfront ai-content-needs-js
ecom-product-thin-description ecom-duplicate-description ecom-category-without-text ecom-out-of-stock-indexed
ecom-seo-fields-empty
";

/// The checks that are not done here, with the reason.
pub const NOT_HERE: &[(&str, &str)] = &[
    ("dns-failure", "the test starts the only host"),
    ("connection-refused", "the test starts the only host"),
    ("host-variants-not-merged", "names and certificates are those of the operator's proxy"),
    ("indexability-changed", "needs an earlier crawl"),
    ("noindex-with-traffic", "needs Search Console"),
    ("gsc-not-indexed", "needs Search Console"),
    ("gsc-canonical-differs", "needs Search Console"),
    ("redirect-js", "needs a browser: the browser tests and Lighthouse measure it"),
    ("redirect-http-to-https-missing", "names and certificates are those of the operator's proxy"),
    ("redirect-https-to-http", "names and certificates are those of the operator's proxy"),
    ("link-external-broken", "needs other origins"),
    ("link-external-redirect", "needs other origins"),
    ("link-external-followed", "links to others are followed on purpose"),
    ("title-rewritten-by-google", "needs results of search engines"),
    ("title-missing-target-keyword", "needs results of search engines"),
    (
        "heading-section-too-long",
        "a notice that needs a reader: references are long, and their words are terms",
    ),
    ("link-too-many", "a notice: a reference names everything that it explains"),
    ("perf-dom-size", "a notice: code with colours has an element for each word"),
    ("content-hard-to-read", "a notice that needs a reader: references are long, and their words are terms"),
    ("content-keyword-cannibalization", "needs Search Console"),
    ("content-decay", "needs Search Console"),
    ("image-oversized", "needs a browser: the browser tests and Lighthouse measure it"),
    ("image-lazy-lcp", "needs a browser: the browser tests and Lighthouse measure it"),
    ("perf-lcp", "needs a browser: the browser tests and Lighthouse measure it"),
    ("perf-inp", "needs a browser: the browser tests and Lighthouse measure it"),
    ("perf-cls", "needs a browser: the browser tests and Lighthouse measure it"),
    ("perf-fcp", "needs a browser: the browser tests and Lighthouse measure it"),
    ("perf-tbt", "needs a browser: the browser tests and Lighthouse measure it"),
    ("perf-lighthouse-low", "needs a browser: the browser tests and Lighthouse measure it"),
    ("perf-render-blocking", "needs a browser: the browser tests and Lighthouse measure it"),
    ("perf-http1-only", "names and certificates are those of the operator's proxy"),
    ("sec-http-page", "names and certificates are those of the operator's proxy"),
    ("sec-cert-expired", "names and certificates are those of the operator's proxy"),
    ("sec-cert-expiring", "names and certificates are those of the operator's proxy"),
    ("sec-old-tls", "names and certificates are those of the operator's proxy"),
    ("sec-form-on-http", "names and certificates are those of the operator's proxy"),
    ("mobile-tap-targets", "needs a browser: the browser tests and Lighthouse measure it"),
    ("mobile-font-too-small", "needs a browser: the browser tests and Lighthouse measure it"),
    ("mobile-horizontal-scroll", "needs a browser: the browser tests and Lighthouse measure it"),
    ("mobile-content-parity", "needs a browser: the browser tests and Lighthouse measure it"),
    ("js-title-changed", "needs a browser: the browser tests and Lighthouse measure it"),
    ("js-canonical-changed", "needs a browser: the browser tests and Lighthouse measure it"),
    ("js-content-only-rendered", "needs a browser: the browser tests and Lighthouse measure it"),
    ("js-links-only-rendered", "needs a browser: the browser tests and Lighthouse measure it"),
    ("js-console-errors", "needs a browser: the browser tests and Lighthouse measure it"),
    ("ai-answer-not-upfront", "a notice that needs a reader: references are long, and their words are terms"),
    ("ecom-product-thin-description", "the site has no products of a shop"),
    ("ecom-duplicate-description", "the site has no products of a shop"),
    ("ecom-category-without-text", "the site has no products of a shop"),
    ("ecom-out-of-stock-indexed", "the site has no products of a shop"),
    ("ecom-seo-fields-empty", "the site has no products of a shop"),
];
