-- Audits of sites: what a crawl found, its facts in batches, and the findings of rule packs.
-- owner: audits

CREATE TABLE audits (
    id          TEXT    NOT NULL PRIMARY KEY,
    -- The key of the large tables below, which would be twice their size with the id.
    number      BIGINT  NOT NULL UNIQUE,
    account_id  TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    project_id  BIGINT  NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    -- The address at which the crawl starts.
    start       TEXT    NOT NULL,
    -- What the crawl and the rules were set to, JSON.
    settings    TEXT    NOT NULL,
    cause       TEXT    NOT NULL CHECK (cause IN ('user', 'schedule', 'deployment', 'agent')),
    state       TEXT    NOT NULL CHECK (state IN ('waiting', 'crawling', 'checking', 'paused', 'done', 'failed', 'cancelled')),
    -- Why it failed, JSON.
    problem     TEXT,
    -- The limit that ended the crawl; empty if it ended by itself.
    limit_name  TEXT    NOT NULL DEFAULT '',
    -- Addresses that are known, and that were fetched.
    found       BIGINT  NOT NULL DEFAULT 0,
    fetched     BIGINT  NOT NULL DEFAULT 0,
    -- HTML pages that were fetched, and those with an error that counts.
    pages       BIGINT  NOT NULL DEFAULT 0,
    broken      BIGINT  NOT NULL DEFAULT 0,
    -- Errors of the whole site that count.
    site_errors BIGINT  NOT NULL DEFAULT 0,
    -- Findings by severity, without ignored ones.
    errors      BIGINT  NOT NULL DEFAULT 0,
    warnings    BIGINT  NOT NULL DEFAULT 0,
    notices     BIGINT  NOT NULL DEFAULT 0,
    -- In hundredths of a point, from 0 to 10,000; NULL until the audit is done.
    score       BIGINT,
    -- The audit of the same project with which this one is compared.
    earlier     TEXT,
    created_at  BIGINT  NOT NULL,
    started_at  BIGINT,
    ended_at    BIGINT
);
CREATE INDEX audits_of_account ON audits (account_id, created_at);
CREATE INDEX audits_of_project ON audits (project_id, created_at);

CREATE TABLE audit_numbers (last BIGINT NOT NULL);
INSERT INTO audit_numbers VALUES (0);

-- Every address that a crawl found, by its number in the crawl.
CREATE TABLE audit_pages (
    audit    BIGINT  NOT NULL REFERENCES audits (number) ON DELETE CASCADE,
    number   BIGINT  NOT NULL,
    url      TEXT    NOT NULL,
    -- As in the facts: 0 a page, 1 a resource, 2 another site.
    role     BIGINT  NOT NULL,
    found    BIGINT  NOT NULL,
    depth    BIGINT  NOT NULL,
    -- The batch with its facts; NULL until it is fetched, -1 if a limit left it out.
    batch    BIGINT,
    status   BIGINT  NOT NULL DEFAULT 0,
    -- Bits, as in the table `states` of the facts.
    flags    BIGINT  NOT NULL DEFAULT 0,
    -- Pages that link to it.
    incoming BIGINT  NOT NULL DEFAULT 0,
    errors   BIGINT  NOT NULL DEFAULT 0,
    warnings BIGINT  NOT NULL DEFAULT 0,
    notices  BIGINT  NOT NULL DEFAULT 0,
    title    TEXT    NOT NULL DEFAULT '',
    -- The day of its change as a sitemap says, in days since 1970-01-01; NULL if none does.
    changed  BIGINT,
    PRIMARY KEY (audit, number)
);

CREATE INDEX audit_pages_of_url ON audit_pages (audit, url);

-- The facts of some pages, compressed.
CREATE TABLE audit_facts (
    audit BIGINT NOT NULL REFERENCES audits (number) ON DELETE CASCADE,
    batch BIGINT NOT NULL,
    facts BYTEA  NOT NULL,
    PRIMARY KEY (audit, batch)
);

-- Which pages link to the pages of a chunk of numbers, compressed.
CREATE TABLE audit_links (
    audit BIGINT NOT NULL REFERENCES audits (number) ON DELETE CASCADE,
    chunk BIGINT NOT NULL,
    links BYTEA  NOT NULL,
    PRIMARY KEY (audit, chunk)
);

-- The site tables that are not about pages, compressed: robots.txt, sitemaps, probes, hosts, and the crawl itself.
CREATE TABLE audit_sites (
    audit BIGINT NOT NULL PRIMARY KEY REFERENCES audits (number) ON DELETE CASCADE,
    facts BYTEA  NOT NULL
);

-- The rules that an audit checked, with their counts.
CREATE TABLE audit_rules (
    audit    BIGINT  NOT NULL REFERENCES audits (number) ON DELETE CASCADE,
    number   BIGINT  NOT NULL,
    pack     TEXT    NOT NULL,
    rule     TEXT    NOT NULL,
    category TEXT    NOT NULL,
    -- 0 error, 1 warning, 2 notice: the level that its findings have unless they say another.
    severity BIGINT  NOT NULL,
    -- Whether its errors count for the score.
    score    BOOLEAN NOT NULL,
    -- 'checked', or why not: 'off', 'needs' (a service is not connected), 'failed' (its pack did).
    state    TEXT    NOT NULL CHECK (state IN ('checked', 'off', 'needs', 'failed')),
    -- What it needs, or how its pack failed.
    reason   TEXT    NOT NULL DEFAULT '',
    -- Findings by severity, without ignored ones.
    errors   BIGINT  NOT NULL DEFAULT 0,
    warnings BIGINT  NOT NULL DEFAULT 0,
    notices  BIGINT  NOT NULL DEFAULT 0,
    ignored  BIGINT  NOT NULL DEFAULT 0,
    -- Compared with the earlier audit: findings that are new, came back after they were fixed, and are gone.
    fresh    BIGINT  NOT NULL DEFAULT 0,
    returned BIGINT  NOT NULL DEFAULT 0,
    fixed    BIGINT  NOT NULL DEFAULT 0,
    -- What the score gains if all its errors are fixed, in hundredths of a point.
    gain     BIGINT  NOT NULL DEFAULT 0,
    PRIMARY KEY (audit, number)
);

-- What a rule found on a page, or on the whole site.
CREATE TABLE audit_findings (
    audit    BIGINT  NOT NULL REFERENCES audits (number) ON DELETE CASCADE,
    rule     BIGINT  NOT NULL,
    -- The number of the page; -1 for the site.
    page     BIGINT  NOT NULL,
    severity BIGINT  NOT NULL,
    -- Compared with the earlier audit: 0 still there, 1 new, 2 came back, 3 not known.
    change   BIGINT  NOT NULL DEFAULT 3,
    -- When a check of the page no longer found it; NULL while it is there.
    verified BIGINT,
    ignored  BOOLEAN NOT NULL DEFAULT FALSE,
    -- The values of its text and the rows that show it, JSON.
    data     TEXT    NOT NULL,
    PRIMARY KEY (audit, rule, page)
);
CREATE INDEX audit_findings_of_page ON audit_findings (audit, page);

-- Findings that do not count until a day: of a rule on the whole site, or on one page.
CREATE TABLE audit_ignores (
    id         TEXT    NOT NULL PRIMARY KEY,
    account_id TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    project_id BIGINT  NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    rule       TEXT    NOT NULL,
    -- Empty for all pages.
    url        TEXT    NOT NULL,
    reason     TEXT    NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
    until      BIGINT,
    created_at BIGINT  NOT NULL,
    UNIQUE (project_id, rule, url)
);
CREATE INDEX audit_ignores_of_account ON audit_ignores (account_id);

-- How the site of a project is audited.
CREATE TABLE audit_settings (
    project_id BIGINT NOT NULL PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
    account_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Limits, patterns, rules and the schedule, JSON.
    settings   TEXT   NOT NULL,
    -- When the schedule starts the next audit; NULL without one.
    next_at    BIGINT,
    -- The hash of the secret in the address that a deployment calls; NULL without one.
    deployment TEXT   UNIQUE,
    updated_at BIGINT NOT NULL
);
CREATE INDEX audit_settings_due ON audit_settings (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX audit_settings_of_account ON audit_settings (account_id);
