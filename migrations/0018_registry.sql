-- The registry: plugins that come in packages, their versions, who made them, and who gets which.

-- Who makes plugins. The level is what their signature is worth here.
CREATE TABLE publishers (
    id         TEXT   NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    name       TEXT   NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
    level      TEXT   NOT NULL CHECK (level IN ('private', 'community', 'partner', 'official')),
    created_at BIGINT NOT NULL
);

CREATE TABLE publisher_keys (
    -- The key's own id, 16 hexadecimal digits, as signatures name it.
    id           TEXT   NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    publisher_id TEXT   NOT NULL REFERENCES publishers (id),
    -- The public key as minisign writes it.
    content      TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    revoked_at   BIGINT
);
CREATE INDEX publisher_keys_of_publisher ON publisher_keys (publisher_id);

-- One version of a plugin. Of what was refused before it could be read only the digest is known.
CREATE TABLE packages (
    -- SHA-256 of the file.
    digest           TEXT   NOT NULL PRIMARY KEY CHECK (length(digest) = 64),
    plugin           TEXT,
    version          TEXT,
    publisher        TEXT,
    level            TEXT,
    -- The key that signed it; NULL where nobody did, or nobody known.
    key_id           TEXT,
    bytes            BIGINT NOT NULL,
    -- What of it runs: a component of its own, or a template that a component of the server's reads.
    program          TEXT   NOT NULL DEFAULT 'component' CHECK (program IN ('component', 'template')),
    -- SHA-256 of its component, and the size of that.
    component        TEXT,
    component_bytes  BIGINT,
    -- JSON: what its component imports.
    permissions      TEXT,
    -- JSON: what of that the version before was not allowed when this one came.
    more             TEXT   NOT NULL DEFAULT '[]',
    -- JSON: what plugin.toml says.
    manifest         TEXT,
    -- JSON: the descriptions by language, so that a start asks no component.
    descriptors      TEXT,
    icon             TEXT,
    -- 'waiting' for an administrator, since it wants more than the version before.
    state            TEXT   NOT NULL CHECK (state IN ('refused', 'waiting', 'ready', 'quarantined', 'revoked', 'removed')),
    -- JSON: why it was refused.
    problems         TEXT,
    -- Why it is quarantined or revoked, in an administrator's words or as JSON of the rule that was broken.
    reason           TEXT,
    -- Where it came from: 'upload', 'command-line' or an address.
    source           TEXT   NOT NULL,
    -- The administrator who accepted what it may do, by id alone as in the audit log, and what was accepted (JSON).
    approved_by      TEXT,
    approved         TEXT,
    approved_at      BIGINT,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    CHECK (state = 'refused' OR (plugin IS NOT NULL AND version IS NOT NULL AND publisher IS NOT NULL AND level IS NOT NULL
        AND component IS NOT NULL AND component_bytes IS NOT NULL AND permissions IS NOT NULL AND manifest IS NOT NULL
        AND descriptors IS NOT NULL AND icon IS NOT NULL)),
    CHECK ((state = 'refused') = (problems IS NOT NULL))
);
CREATE INDEX packages_of_plugin ON packages (plugin, created_at);
CREATE INDEX packages_of_key ON packages (key_id) WHERE key_id IS NOT NULL;
CREATE INDEX packages_by_time ON packages (created_at);

-- The file itself: in the row's own transaction, and within reach of every process.
CREATE TABLE package_files (
    digest  TEXT  NOT NULL PRIMARY KEY REFERENCES packages (digest) ON DELETE CASCADE,
    content BYTEA NOT NULL
);

CREATE TABLE plugins (
    id              TEXT    NOT NULL PRIMARY KEY,
    publisher       TEXT    NOT NULL,
    -- The version that serves everybody; where there is none, the one that came with the server, if any.
    current_digest  TEXT    REFERENCES packages (digest),
    -- The one before, for the way back.
    previous_digest TEXT    REFERENCES packages (digest),
    -- No version is replaced by itself, neither by a newer one nor for its faults.
    pinned          BOOLEAN NOT NULL DEFAULT FALSE,
    installed       BOOLEAN NOT NULL,
    created_at      BIGINT  NOT NULL,
    updated_at      BIGINT  NOT NULL
);

-- A version on its way to everybody, and what became of that.
CREATE TABLE plugin_releases (
    id              TEXT   NOT NULL PRIMARY KEY,
    plugin          TEXT   NOT NULL REFERENCES plugins (id),
    digest          TEXT   NOT NULL REFERENCES packages (digest),
    -- The version that it takes the place of.
    previous_digest TEXT   REFERENCES packages (digest),
    stage           TEXT   NOT NULL CHECK (stage IN ('me', 'plan', 'percent', 'all')),
    account_id      TEXT   REFERENCES users (id) ON DELETE CASCADE,
    product_id      BIGINT REFERENCES products (id) ON DELETE CASCADE,
    percent         BIGINT CHECK (percent BETWEEN 1 AND 99),
    -- 'open': serves some. 'done': serves everybody, and is still watched.
    state           TEXT   NOT NULL CHECK (state IN ('open', 'done', 'rolled-back', 'superseded')),
    -- JSON: the rule that was broken, where it was rolled back by itself.
    reason          TEXT,
    runs            BIGINT NOT NULL DEFAULT 0,
    failures        BIGINT NOT NULL DEFAULT 0,
    traps           BIGINT NOT NULL DEFAULT 0,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    CHECK ((stage = 'me') = (account_id IS NOT NULL)),
    CHECK ((stage = 'plan') = (product_id IS NOT NULL)),
    CHECK ((stage = 'percent') = (percent IS NOT NULL)),
    CHECK (stage = 'all' OR state <> 'done')
);
-- At most one at a time is on its way or watched.
CREATE UNIQUE INDEX plugin_releases_live ON plugin_releases (plugin) WHERE state IN ('open', 'done');
CREATE INDEX plugin_releases_of_plugin ON plugin_releases (plugin, id);

-- How often a version ran in an hour (since the epoch), and how often that was in vain by its own fault.
CREATE TABLE version_stats (
    digest   TEXT   NOT NULL REFERENCES packages (digest),
    hour     BIGINT NOT NULL,
    runs     BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    traps    BIGINT NOT NULL,
    PRIMARY KEY (digest, hour)
);

-- What must never run here again, whether or not it was ever here.
CREATE TABLE revocations (
    kind       TEXT   NOT NULL CHECK (kind IN ('package', 'key')),
    value      TEXT   NOT NULL,
    reason     TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (kind, value)
);

-- Goes up with every change of the catalogue, so that each process sees that its own is old.
CREATE TABLE registry (
    id         BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    generation BIGINT NOT NULL
);
INSERT INTO registry (id, generation) VALUES (1, 0);

-- The package that a run used and a document was made by; NULL where the tool came with the server.
ALTER TABLE runs ADD COLUMN package_digest TEXT;
ALTER TABLE documents ADD COLUMN package_digest TEXT;
CREATE INDEX runs_of_package ON runs (package_digest, created_at) WHERE package_digest IS NOT NULL;
CREATE INDEX documents_of_package ON documents (package_digest) WHERE package_digest IS NOT NULL AND rating IS NOT NULL;
