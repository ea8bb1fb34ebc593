-- Trials: an administrator opens one version of a tool as a customer of a plan would get it. What is run there stands here and
-- nowhere else, so that no list, count, ledger or figure of a customer ever meets it. All of it is gone when the trial is over.

CREATE TABLE trials (
    id             TEXT   NOT NULL PRIMARY KEY,
    -- Who tries; nobody else sees it.
    account_id     TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    tool           TEXT   NOT NULL,
    tool_version   TEXT   NOT NULL,
    -- NULL: the version that came with the server.
    package_digest TEXT,
    -- The plan whose terms hold. No reference: where it goes, the trial stays until it is cleared with all that it kept.
    product_id     BIGINT NOT NULL,
    language       TEXT   NOT NULL CHECK (language IN ('en', 'pl')),
    created_at     BIGINT NOT NULL,
    ends_at        BIGINT NOT NULL
);
CREATE INDEX trials_of_account ON trials (account_id, id);
-- Whether the page of a package may be shown, though the version serves nobody.
CREATE INDEX trials_of_package ON trials (package_digest, ends_at) WHERE package_digest IS NOT NULL;

-- A run of a trial. It is never taken up by another process: whoever began it stands before it, and begins another.
CREATE TABLE trial_runs (
    id                TEXT    NOT NULL PRIMARY KEY,
    trial_id          TEXT    NOT NULL REFERENCES trials (id) ON DELETE CASCADE,
    status            TEXT    NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
    input             TEXT    NOT NULL,
    outcome           TEXT,
    problem           TEXT,
    -- What a customer would have been charged, and what was set aside for it on the way.
    words             BIGINT  NOT NULL DEFAULT 0 CHECK (words >= 0),
    reserved          BIGINT  NOT NULL DEFAULT 0 CHECK (reserved >= 0),
    drafted           BOOLEAN NOT NULL DEFAULT FALSE,
    -- What it took; NULL where it did not come to its end.
    model_calls       BIGINT,
    host_calls        BIGINT,
    guest_cpu_us      BIGINT,
    peak_memory_bytes BIGINT,
    progress_done     BIGINT,
    progress_total    BIGINT,
    progress_label    TEXT,
    cancel_requested  BOOLEAN NOT NULL DEFAULT FALSE,
    process           TEXT,
    created_at        BIGINT  NOT NULL,
    started_at        BIGINT,
    finished_at       BIGINT,
    CHECK ((status IN ('succeeded', 'failed', 'cancelled')) = (finished_at IS NOT NULL)),
    CHECK (status <> 'succeeded' OR outcome IS NOT NULL)
);
CREATE INDEX trial_runs_of_trial ON trial_runs (trial_id, id);
CREATE INDEX trial_runs_unfinished ON trial_runs (id) WHERE status IN ('queued', 'running');
