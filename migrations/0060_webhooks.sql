-- Webhooks: addresses of users' own servers that are called when something changes, and the calls.

-- owner: webhooks
CREATE TABLE webhooks (
    id         TEXT    NOT NULL PRIMARY KEY,
    account_id TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    url        TEXT    NOT NULL CHECK (length(url) BETWEEN 1 AND 2000),
    -- JSON: the names of the events that it wants.
    events     TEXT    NOT NULL,
    -- The key of its signatures, encrypted with the server's key.
    secret     TEXT    NOT NULL,
    -- Turned off by the user, or because a delivery has failed for good.
    enabled    BOOLEAN NOT NULL DEFAULT TRUE,
    created_at BIGINT  NOT NULL
);
CREATE INDEX webhooks_of_account ON webhooks (account_id, id);

CREATE TABLE webhook_deliveries (
    id         TEXT   NOT NULL PRIMARY KEY,
    webhook_id TEXT   NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event      TEXT   NOT NULL,
    -- JSON, as it is sent.
    body       TEXT   NOT NULL,
    state      TEXT   NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
    attempts   BIGINT NOT NULL DEFAULT 0,
    -- The status of the last response; NULL if there was none.
    status     BIGINT,
    -- Why the last attempt failed, as JSON {key, params}; NULL if it did not.
    problem    TEXT,
    created_at BIGINT NOT NULL,
    -- When the last attempt ended.
    tried_at   BIGINT
);
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (webhook_id, id);
