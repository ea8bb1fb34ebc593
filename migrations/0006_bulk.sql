-- A bulk job is a table that somebody sent: each of its rows becomes a run of one tool.

CREATE TABLE bulk_jobs (
    id          TEXT   NOT NULL PRIMARY KEY,
    account_id  TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    tool        TEXT   NOT NULL,
    -- Language of the screen at the time: of the runs' messages and of defaults that depend on it.
    language    TEXT   NOT NULL CHECK (language IN ('en', 'pl')),
    -- The file's name as it was sent.
    name        TEXT   NOT NULL,
    status      TEXT   NOT NULL CHECK (status IN ('ready', 'running', 'paused', 'done', 'cancelled')),
    -- Why the job paused by itself; {status, code, params, errors}, as a run keeps it.
    problem     TEXT,
    encoding    TEXT   NOT NULL,
    separator   TEXT   NOT NULL,
    -- JSON: [{name, field}], the columns of the file in their order; field is null where a column is left out.
    columns     TEXT   NOT NULL,
    -- JSON: values by field for every row that says nothing else.
    fixed       TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    started_at  BIGINT,
    finished_at BIGINT,
    CHECK ((status IN ('done', 'cancelled')) = (finished_at IS NOT NULL)),
    CHECK (problem IS NULL OR status = 'paused')
);
CREATE INDEX bulk_jobs_of_account ON bulk_jobs (account_id, id);
CREATE INDEX bulk_jobs_running ON bulk_jobs (id) WHERE status = 'running';

CREATE TABLE bulk_rows (
    job_id      TEXT   NOT NULL REFERENCES bulk_jobs (id) ON DELETE CASCADE,
    -- 1, 2, 3 … without the heading.
    number      BIGINT NOT NULL,
    -- Where the row begins in the file, from 1.
    line        BIGINT NOT NULL,
    -- JSON: the cells as they were sent, in the order of the columns.
    cells       TEXT   NOT NULL,
    -- JSON: the tool's input that the cells and the fixed values make; of an invalid row there is none.
    input       TEXT,
    status      TEXT   NOT NULL CHECK (status IN ('invalid', 'waiting', 'running', 'succeeded', 'failed', 'cancelled')),
    -- Counts the runs that were meant for the row. Job, row and attempt are the idempotency key of the run, so that a row
    -- that is begun again after a crash finds the run that it has.
    attempt     BIGINT NOT NULL DEFAULT 1,
    run_id      TEXT,
    document_id TEXT,
    problem     TEXT,
    -- Charged by all of the row's runs.
    words       BIGINT NOT NULL DEFAULT 0 CHECK (words >= 0),
    PRIMARY KEY (job_id, number),
    CHECK ((status = 'invalid') = (input IS NULL))
);
CREATE INDEX bulk_rows_waiting ON bulk_rows (job_id, number) WHERE status = 'waiting';
CREATE INDEX bulk_rows_counted ON bulk_rows (job_id, status, words);
