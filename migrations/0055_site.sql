-- What the operator says about themselves on the public site, and the legal texts with their versions.

-- One row of JSON; none before the first change.
-- owner: operator
CREATE TABLE site_settings (
    id         BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    settings   TEXT   NOT NULL,
    updated_at BIGINT NOT NULL
);

-- The texts that replace the templates of the product. A version never changes once it is valid.
-- owner: operator
CREATE TABLE legal_texts (
    kind       TEXT   NOT NULL CHECK (kind IN ('terms', 'privacy', 'cookies')),
    language   TEXT   NOT NULL CHECK (language IN ('en', 'pl')),
    version    BIGINT NOT NULL CHECK (version > 0),
    -- Days since the Unix epoch, UTC.
    valid_from BIGINT NOT NULL,
    -- What changed, for readers.
    note       TEXT   NOT NULL CHECK (length(note) <= 300),
    -- Markdown.
    body       TEXT   NOT NULL CHECK (length(body) BETWEEN 1 AND 200000),
    created_at BIGINT NOT NULL,
    PRIMARY KEY (kind, language, version)
);
