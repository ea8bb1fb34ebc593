-- The journal of unfinished runs: the answers that a plugin has received. A run that is taken over is executed again
-- with them, so that no answered call is made twice. The rows are deleted when the run ends.
-- owner: runs

CREATE TABLE run_calls (
    run_id  TEXT   NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    -- The place of the call within the run.
    slot    BIGINT NOT NULL,
    -- The attempt that received the answer.
    attempt BIGINT NOT NULL,
    -- Digest of the call with its arguments.
    digest  TEXT   NOT NULL,
    -- Words that may be charged for the answer.
    words   BIGINT NOT NULL,
    -- JSON.
    outcome TEXT   NOT NULL,
    PRIMARY KEY (run_id, slot)
);
