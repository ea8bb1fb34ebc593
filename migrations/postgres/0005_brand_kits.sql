-- How an account's brand speaks: what every run is told, and what texts must not say.

CREATE TABLE brand_kits (
    id          TEXT   NOT NULL PRIMARY KEY,
    account_id  TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name        TEXT   NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    description TEXT   NOT NULL CHECK (length(description) <= 1000),
    tone        TEXT   NOT NULL CHECK (length(tone) <= 200),
    audience    TEXT   NOT NULL CHECK (length(audience) <= 300),
    -- JSON: a list of texts.
    avoid       JSONB  NOT NULL,
    -- JSON: a list of texts.
    facts       JSONB  NOT NULL,
    -- JSON: a list of {source, target}.
    glossary    JSONB  NOT NULL,
    -- Goes up with every change; a change of an older version is a conflict.
    version     BIGINT NOT NULL DEFAULT 1,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
-- One for each account; once projects have kits of their own, this becomes one for each account and project.
CREATE UNIQUE INDEX brand_kits_of_account ON brand_kits (account_id);
