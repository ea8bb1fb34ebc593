-- Who works on this database, so that the work of a process that died is taken up by another.

CREATE TABLE processes (
    id      TEXT   NOT NULL PRIMARY KEY,
    seen_at BIGINT NOT NULL
);

-- The process that a run is queued or runs in; NULL for those of a server that did not note it.
ALTER TABLE runs ADD COLUMN process TEXT;
-- The process that begins a running job's rows.
ALTER TABLE bulk_jobs ADD COLUMN process TEXT;
