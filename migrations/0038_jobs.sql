-- Background jobs of all slices. A job that is done has no row.
-- owner: jobs

CREATE TABLE jobs (
    id               TEXT    NOT NULL PRIMARY KEY,
    kind             TEXT    NOT NULL,
    lane             TEXT    NOT NULL,
    -- At most one job of a kind has a key; NULL where there may be many.
    unique_key       TEXT,
    -- Whose turn it takes in its lane; '' for the server's own work.
    account_id       TEXT    NOT NULL DEFAULT '',
    -- JSON.
    payload          TEXT    NOT NULL,
    status           TEXT    NOT NULL CHECK (status IN ('scheduled', 'ready', 'running', 'failed')),
    -- Ready jobs of a lane run in this order; accounts with many jobs have the higher turns.
    turn             BIGINT  NOT NULL,
    due_at           BIGINT  NOT NULL,
    -- Counts the claims. A worker whose number is not this one any more has lost the job.
    attempt          BIGINT  NOT NULL DEFAULT 0,
    -- Failed attempts since the last success.
    failures         BIGINT  NOT NULL DEFAULT 0,
    -- Enqueued once more while it ran: it runs again afterwards.
    again            BOOLEAN NOT NULL DEFAULT FALSE,
    cancel_requested BOOLEAN NOT NULL DEFAULT FALSE,
    -- Of a running job; its lease ends with the process's.
    process          TEXT,
    progress_done    BIGINT,
    progress_total   BIGINT,
    last_error       TEXT,
    created_at       BIGINT  NOT NULL,
    started_at       BIGINT,
    CHECK ((status = 'running') = (process IS NOT NULL))
);
CREATE UNIQUE INDEX jobs_once ON jobs (kind, unique_key) WHERE unique_key IS NOT NULL;
CREATE INDEX jobs_ready ON jobs (lane, turn, id) WHERE status = 'ready';
CREATE INDEX jobs_ready_of_account ON jobs (lane, account_id, turn) WHERE status = 'ready';
CREATE INDEX jobs_scheduled ON jobs (due_at) WHERE status = 'scheduled';
CREATE INDEX jobs_running ON jobs (process) WHERE status = 'running';
CREATE INDEX jobs_failed ON jobs (due_at) WHERE status = 'failed';

-- Mails that wait are sent by jobs from now on.
INSERT INTO jobs (id, kind, lane, unique_key, payload, status, turn, due_at, created_at)
SELECT id, 'mail.deliver', 'mail', id, '{"mail":"' || id || '"}', 'scheduled', 0, due_at, created_at FROM mails WHERE status = 'waiting';

-- So are bulk jobs fed; `bulk_jobs.process` is not read any more.
INSERT INTO jobs (id, kind, lane, unique_key, account_id, payload, status, turn, due_at, created_at)
SELECT id, 'bulk.feed', 'bulk', id, account_id, '{"bulk":"' || id || '"}', 'ready', 0, created_at, created_at FROM bulk_jobs
WHERE status = 'running' OR id IN (SELECT job_id FROM bulk_rows WHERE status = 'running');
