-- The workbench: versions of plugins that somebody works on, and recordings of runs.

-- A version that its author tries out. It is no part of the registry: it serves this account alone, the next one takes
-- its place, and nothing but this row is left of it.
CREATE TABLE plugin_developments (
    account_id      TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    plugin          TEXT   NOT NULL,
    -- SHA-256 of the package; the columns below are those of `packages`.
    digest          TEXT   NOT NULL CHECK (length(digest) = 64),
    version         TEXT   NOT NULL,
    program         TEXT   NOT NULL CHECK (program IN ('component', 'template')),
    component       TEXT   NOT NULL,
    component_bytes BIGINT NOT NULL,
    permissions     TEXT   NOT NULL,
    manifest        TEXT   NOT NULL,
    descriptors     TEXT   NOT NULL,
    icon            TEXT   NOT NULL,
    -- The package itself.
    content         BYTEA  NOT NULL,
    updated_at      BIGINT NOT NULL,
    PRIMARY KEY (account_id, plugin)
);
CREATE INDEX plugin_developments_of_package ON plugin_developments (digest);
CREATE INDEX plugin_developments_by_time ON plugin_developments (updated_at);

-- What a run asked of the host and what it was answered, where its owner wanted to know. Goes with the run.
CREATE TABLE run_recordings (
    run_id     TEXT   NOT NULL PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    account_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- JSON.
    content    TEXT   NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX run_recordings_of_account ON run_recordings (account_id);
CREATE INDEX run_recordings_by_time ON run_recordings (expires_at);
