-- A run is the queue entry, the state and the result of one use of a tool.

CREATE TABLE runs (
    id                 TEXT    NOT NULL PRIMARY KEY,
    account_id         TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    tool               TEXT    NOT NULL,
    tool_version       TEXT    NOT NULL,
    -- Language of the screen at the time, for the messages of the run.
    language           TEXT    NOT NULL CHECK (language IN ('en', 'pl')),
    status             TEXT    NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
    -- Counts the times the run was taken up; every later write names it, so a worker that lost the run cannot write.
    attempt            BIGINT  NOT NULL DEFAULT 0,
    -- While running: until when the worker that took it may be silent.
    lease_until        BIGINT,
    input              TEXT    NOT NULL,
    -- {title, text, data} of a run that succeeded.
    outcome            TEXT,
    -- {status, code, params, errors} of a run that failed; the message is made when it is read.
    problem            TEXT,
    words              BIGINT  NOT NULL DEFAULT 0 CHECK (words >= 0),
    drafted            BOOLEAN NOT NULL DEFAULT FALSE,
    document_id        TEXT,
    progress_done      BIGINT,
    progress_total     BIGINT,
    progress_label     TEXT,
    cancel_requested   BOOLEAN NOT NULL DEFAULT FALSE,
    -- The client's key and the digest of what it sent with it: the same key with other content is refused.
    idempotency_key    TEXT,
    idempotency_digest TEXT,
    created_at         BIGINT  NOT NULL,
    started_at         BIGINT,
    finished_at        BIGINT,
    CHECK ((status IN ('succeeded', 'failed', 'cancelled')) = (finished_at IS NOT NULL)),
    CHECK (status <> 'succeeded' OR (outcome IS NOT NULL AND document_id IS NOT NULL))
);
CREATE INDEX runs_of_account ON runs (account_id, id);
CREATE INDEX runs_unfinished ON runs (id) WHERE status IN ('queued', 'running');
CREATE UNIQUE INDEX runs_once_per_key ON runs (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

CREATE TABLE favourites (
    account_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    tool       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, tool)
);
