-- Shops: a mirror of the texts of a connected shop, proposals for new ones, and what was written.

-- A connection that was made by an application, such as one of a shop system's store, has no account until its owner signs
-- in. NOT NULL cannot be dropped in SQLite.
CREATE TABLE connections_next (
    id            TEXT    NOT NULL PRIMARY KEY,
    account_id    TEXT    REFERENCES users (id) ON DELETE CASCADE,
    -- NULL: for all projects of the account.
    project_id    BIGINT  REFERENCES projects (id) ON DELETE CASCADE,
    -- What plugin.toml calls it.
    kind          TEXT    NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
    name          TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    -- In lower case and in ASCII (Punycode). It never changes: the secrets are for this host alone.
    host          TEXT    NOT NULL CHECK (length(host) BETWEEN 3 AND 253),
    login         TEXT    NOT NULL,
    -- JSON of name and secret, encrypted with the server's key.
    secrets       TEXT    NOT NULL,
    -- Whether the secrets of the application of its kind are added to its own.
    application   BOOLEAN NOT NULL DEFAULT FALSE,
    -- Counts the changes of the secrets, so that a run knows whether another one has renewed them.
    version       BIGINT  NOT NULL DEFAULT 0,
    -- The run that renews the secrets, and until when no other one may.
    renewal       TEXT,
    renewal_until BIGINT,
    created_at    BIGINT  NOT NULL,
    updated_at    BIGINT  NOT NULL
);
INSERT INTO connections_next (id, account_id, project_id, kind, name, host, login, secrets, created_at, updated_at)
    SELECT id, account_id, project_id, kind, name, host, login, secrets, created_at, updated_at FROM connections;
DROP TABLE connections;
ALTER TABLE connections_next RENAME TO connections;
CREATE UNIQUE INDEX connections_once ON connections (account_id, COALESCE(project_id, 0), kind, host);
CREATE INDEX connections_of_project ON connections (project_id) WHERE project_id IS NOT NULL;

-- The operator's own credentials with external systems, by the kind of connections that users make through them.
-- owner: connections
CREATE TABLE applications (
    kind       TEXT   NOT NULL PRIMARY KEY,
    -- JSON of name and secret, encrypted with the server's key.
    secrets    TEXT   NOT NULL,
    updated_at BIGINT NOT NULL
);

-- The pace of requests to a host: a bucket that all processes share.
-- owner: egress
CREATE TABLE paces (
    account_id TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    host       TEXT    NOT NULL,
    -- Thousandths of requests.
    capacity   BIGINT  NOT NULL CHECK (capacity > 0),
    per_second BIGINT  NOT NULL CHECK (per_second > 0),
    -- Whether a response said so.
    learned    BOOLEAN NOT NULL,
    -- Microseconds since the Unix epoch: when the bucket will be empty.
    empty_at   BIGINT  NOT NULL,
    PRIMARY KEY (account_id, host)
);

-- What a bulk job was made from, such as an order of a shop; NULL for an uploaded table.
ALTER TABLE bulk_jobs ADD COLUMN origin TEXT;

-- owner: shops
CREATE TABLE shops (
    id            TEXT   NOT NULL PRIMARY KEY,
    account_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    project_id    BIGINT REFERENCES projects (id) ON DELETE CASCADE,
    connection_id TEXT   NOT NULL UNIQUE REFERENCES connections (id) ON DELETE CASCADE,
    plugin        TEXT   NOT NULL,
    host          TEXT   NOT NULL,
    name          TEXT   NOT NULL,
    url           TEXT   NOT NULL,
    -- JSON: language tags, the main one first.
    languages     TEXT   NOT NULL,
    status        TEXT   NOT NULL CHECK (status IN ('connected', 'denied', 'unreachable')),
    -- Why it is not connected; {status, code, params, errors}, as a run keeps it.
    problem       TEXT,
    -- The reading in progress: {kind, after, done, total}, as JSON.
    reading       TEXT,
    -- Counts the readings of the whole shop. An item with an older number is gone.
    round         BIGINT NOT NULL DEFAULT 0,
    read_at       BIGINT,
    -- The job that writes, undoes or compares: {do, done, total}, as JSON.
    working       TEXT,
    -- What is written every night for new items, as JSON; NULL for nothing.
    nightly       TEXT,
    -- Whether the shop reports changes: {on, problem}, as JSON; NULL if it was not asked.
    reports       TEXT,
    created_at    BIGINT NOT NULL
);
CREATE INDEX shops_of_account ON shops (account_id, id);
CREATE INDEX shops_of_project ON shops (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX shops_nightly ON shops (id) WHERE nightly IS NOT NULL;

CREATE TABLE shop_items (
    shop_id    TEXT    NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    kind       TEXT    NOT NULL,
    -- The shop's id.
    item_id    TEXT    NOT NULL,
    -- In the main language, with a folded copy for the search.
    title      TEXT    NOT NULL,
    folded     TEXT    NOT NULL,
    url        TEXT    NOT NULL,
    visible    BOOLEAN NOT NULL,
    -- Why its texts cannot be written.
    locked     TEXT,
    -- JSON: [{name, value, language}].
    facts      TEXT    NOT NULL,
    -- JSON: [{id, url}].
    images     TEXT    NOT NULL,
    round      BIGINT  NOT NULL,
    first_at   BIGINT  NOT NULL,
    read_at    BIGINT  NOT NULL,
    PRIMARY KEY (shop_id, kind, item_id)
);
CREATE INDEX shop_items_by_title ON shop_items (shop_id, kind, folded, item_id);

CREATE TABLE shop_texts (
    shop_id  TEXT   NOT NULL,
    kind     TEXT   NOT NULL,
    item_id  TEXT   NOT NULL,
    language TEXT   NOT NULL,
    field    TEXT   NOT NULL,
    value    TEXT   NOT NULL,
    -- Of the readable text.
    words    BIGINT NOT NULL,
    -- Of the normalised text, for duplicates.
    hash     TEXT   NOT NULL,
    PRIMARY KEY (shop_id, kind, item_id, language, field),
    FOREIGN KEY (shop_id, kind, item_id) REFERENCES shop_items (shop_id, kind, item_id) ON DELETE CASCADE
);
CREATE INDEX shop_texts_by_hash ON shop_texts (shop_id, kind, language, field, hash) WHERE words > 0;
CREATE INDEX shop_texts_by_words ON shop_texts (shop_id, kind, language, field, words);

-- Items that the shop has reported as changed, and that are not read yet.
CREATE TABLE shop_touched (
    shop_id TEXT NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    kind    TEXT NOT NULL,
    item_id TEXT NOT NULL,
    PRIMARY KEY (shop_id, kind, item_id)
);

-- Installations of the operator's application of a shop system.
CREATE TABLE shop_installs (
    id             TEXT   NOT NULL PRIMARY KEY,
    -- The tool that is the shop system.
    system         TEXT   NOT NULL,
    -- The shop's identifier there.
    shop_key       TEXT   NOT NULL,
    host           TEXT   NOT NULL,
    version        TEXT   NOT NULL,
    state          TEXT   NOT NULL CHECK (state IN ('installed', 'failed', 'uninstalled')),
    -- Why its connection could not be made; {status, code, params, errors}.
    problem        TEXT,
    -- What the owner has paid for, as the shop system calls it.
    paid           TEXT,
    paid_at        BIGINT,
    -- Its connection, which has an account once the owner has signed in.
    connection_id  TEXT   REFERENCES connections (id) ON DELETE SET NULL,
    installed_at   BIGINT NOT NULL,
    uninstalled_at BIGINT,
    updated_at     BIGINT NOT NULL
);
CREATE UNIQUE INDEX shop_installs_once ON shop_installs (system, shop_key);
CREATE INDEX shop_installs_by_connection ON shop_installs (connection_id);

-- A selection of items with the tool that writes their texts: the origin of a bulk job.
CREATE TABLE shop_orders (
    id         TEXT   NOT NULL PRIMARY KEY,
    shop_id    TEXT   NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    bulk_id    TEXT   NOT NULL,
    kind       TEXT   NOT NULL,
    -- The recipe of the tool.
    tool       TEXT   NOT NULL,
    recipe     TEXT   NOT NULL,
    -- The language that is written.
    language   TEXT   NOT NULL,
    -- JSON: the fields that are proposed.
    fields     TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX shop_orders_of_shop ON shop_orders (shop_id, id);
CREATE INDEX shop_orders_by_bulk ON shop_orders (bulk_id);

-- The items of an order, by the number of the row in the bulk job.
CREATE TABLE shop_order_items (
    order_id TEXT   NOT NULL REFERENCES shop_orders (id) ON DELETE CASCADE,
    number   BIGINT NOT NULL,
    item_id  TEXT   NOT NULL,
    -- The field that the row writes; NULL for those of the order.
    field    TEXT,
    PRIMARY KEY (order_id, number)
);

-- A new text for one field of an item.
CREATE TABLE shop_changes (
    id          TEXT    NOT NULL PRIMARY KEY,
    shop_id     TEXT    NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
    order_id    TEXT    REFERENCES shop_orders (id) ON DELETE SET NULL,
    kind        TEXT    NOT NULL,
    item_id     TEXT    NOT NULL,
    title       TEXT    NOT NULL,
    language    TEXT    NOT NULL,
    field       TEXT    NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('proposed', 'approved', 'rejected', 'writing', 'written', 'conflict', 'failed',
        'undoing', 'undone', 'undo-conflict')),
    -- The text from which the proposal was made.
    old         TEXT    NOT NULL,
    -- The proposal, as it is after edits.
    new         TEXT    NOT NULL,
    -- What the shop had when it was written, and what it has stored.
    replaced    TEXT,
    stored      TEXT,
    -- What the shop has instead of what was expected, in a conflict.
    found       TEXT,
    -- JSON: what the rules object to: [{code, level, params}].
    checks      TEXT    NOT NULL,
    passes      BOOLEAN NOT NULL,
    -- Whether a user has edited it.
    edited      BOOLEAN NOT NULL DEFAULT FALSE,
    -- Written by rules, without a model.
    drafted     BOOLEAN NOT NULL,
    -- Why it failed; {status, code, params, errors}.
    problem     TEXT,
    -- What writing it would do, by the last comparison.
    dry         TEXT    CHECK (dry IN ('write', 'conflict', 'same', 'gone')),
    -- What a user wants done with it now; NULL for nothing.
    wanted      TEXT    CHECK (wanted IN ('write', 'undo', 'compare')),
    -- When the request to write or undo it was about to be sent.
    sent_at     BIGINT,
    attempts    BIGINT  NOT NULL DEFAULT 0,
    created_at  BIGINT  NOT NULL,
    decided_at  BIGINT,
    written_at  BIGINT,
    undone_at   BIGINT
);
CREATE INDEX shop_changes_by_state ON shop_changes (shop_id, state, id);
CREATE INDEX shop_changes_wanted ON shop_changes (shop_id, kind, item_id, id) WHERE wanted IS NOT NULL;
CREATE INDEX shop_changes_of_item ON shop_changes (shop_id, kind, item_id, language, field, id);
-- One open change for a field.
CREATE UNIQUE INDEX shop_changes_open ON shop_changes (shop_id, kind, item_id, language, field)
    WHERE state IN ('proposed', 'approved', 'writing', 'undoing');
