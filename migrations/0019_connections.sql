-- What plugins use outside of their runs: the systems that people connect, and what plugins keep.

CREATE TABLE connections (
    id         TEXT   NOT NULL PRIMARY KEY,
    account_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- NULL: for all projects of the account.
    project_id BIGINT REFERENCES projects (id) ON DELETE CASCADE,
    -- What plugin.toml calls it.
    kind       TEXT   NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
    name       TEXT   NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    -- In lower case and in ASCII (Punycode). It never changes: the secrets are for this host alone.
    host       TEXT   NOT NULL CHECK (length(host) BETWEEN 3 AND 253),
    login      TEXT   NOT NULL,
    -- JSON of name and secret, encrypted with the server's key.
    secrets    TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX connections_once ON connections (account_id, COALESCE(project_id, 0), kind, host);
CREATE INDEX connections_of_project ON connections (project_id) WHERE project_id IS NOT NULL;

CREATE TABLE plugin_store (
    account_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- NULL: of runs outside a project.
    project_id BIGINT REFERENCES projects (id) ON DELETE CASCADE,
    plugin     TEXT   NOT NULL,
    key        TEXT   NOT NULL,
    value      BYTEA  NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX plugin_store_once ON plugin_store (account_id, COALESCE(project_id, 0), plugin, key);
CREATE INDEX plugin_store_of_project ON plugin_store (project_id) WHERE project_id IS NOT NULL;
