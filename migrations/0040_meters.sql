-- Meters: words are one of several counted resources, and trials have purses. Runs of trials are rows of `runs`.
-- owner: meters

-- Rows are only ever added; the balance of a purse is that of its last row.
CREATE TABLE meter_entries (
    -- The account, or the trial.
    holder     TEXT   NOT NULL,
    meter      TEXT   NOT NULL,
    -- 1, 2, 3 … for each purse: two writers cannot both continue from the same balance.
    seq        BIGINT NOT NULL,
    kind       TEXT   NOT NULL CHECK (kind IN ('grant', 'reserve', 'settle', 'expire')),
    amount     BIGINT NOT NULL,
    balance    BIGINT NOT NULL CHECK (balance >= 0),
    -- Why it was granted or expired ('welcome', 'plan', 'renewal', 'term-over', …).
    reason     TEXT,
    run_id     TEXT,
    attempt    BIGINT,
    -- The number of the call within the attempt that a reservation is for.
    call       BIGINT,
    tool       TEXT,
    created_at BIGINT NOT NULL,
    -- Of a grant that opens a month: its number, as in `subscriptions`.
    term       BIGINT,
    -- The entries of a trial are deleted with it.
    trial_id   TEXT   REFERENCES trials (id) ON DELETE CASCADE,
    PRIMARY KEY (holder, meter, seq),
    CHECK (kind <> 'grant' OR (amount >= 0 AND reason IS NOT NULL)),
    CHECK (kind <> 'reserve' OR (amount <= 0 AND run_id IS NOT NULL AND attempt IS NOT NULL AND call IS NOT NULL)),
    CHECK (kind <> 'settle' OR (amount >= 0 AND run_id IS NOT NULL AND attempt IS NOT NULL)),
    CHECK (kind <> 'expire' OR (amount < 0 AND reason IS NOT NULL)),
    CHECK (term IS NULL OR kind = 'grant'),
    CHECK (trial_id IS NULL OR trial_id = holder)
) WITHOUT ROWID;
INSERT INTO meter_entries (holder, meter, seq, kind, amount, balance, reason, run_id, attempt, call, tool, created_at, term)
SELECT account_id, 'words', seq, kind, words, balance, reason, run_id, attempt, call, tool, created_at, term FROM word_entries;
DROP TABLE word_entries;

-- What could be charged or granted twice is refused here.
CREATE UNIQUE INDEX meter_entries_reserved_once ON meter_entries (run_id, meter, attempt, call) WHERE kind = 'reserve';
CREATE UNIQUE INDEX meter_entries_settled_once ON meter_entries (run_id, meter, attempt) WHERE kind = 'settle';
CREATE UNIQUE INDEX meter_entries_welcomed_once ON meter_entries (holder, meter) WHERE kind = 'grant' AND reason = 'welcome';
CREATE UNIQUE INDEX meter_entries_once_a_term ON meter_entries (holder, meter, term) WHERE term IS NOT NULL;
CREATE INDEX meter_entries_granted ON meter_entries (holder, meter, seq, amount) WHERE kind = 'grant';
CREATE INDEX meter_entries_of_trial ON meter_entries (trial_id) WHERE trial_id IS NOT NULL;

CREATE TRIGGER meter_entries_never_change BEFORE UPDATE ON meter_entries
BEGIN
    SELECT RAISE(ABORT, 'meter_entries is append-only');
END;

CREATE TRIGGER meter_entries_never_go BEFORE DELETE ON meter_entries WHEN OLD.trial_id IS NULL
BEGIN
    SELECT RAISE(ABORT, 'meter_entries is append-only');
END;

-- `trial_runs` is not read any more. Present trials begin their month again.
DELETE FROM trial_runs;
INSERT INTO meter_entries (holder, meter, seq, kind, amount, balance, reason, created_at, term, trial_id)
SELECT t.id, 'words', 1, 'grant', p.ai_words, p.ai_words, 'welcome', t.created_at, 1, t.id
FROM trials t JOIN products p ON p.id = t.product_id;

-- The trial of a run, and what the run took; NULL where it was not executed.
ALTER TABLE runs ADD COLUMN trial_id TEXT REFERENCES trials (id) ON DELETE CASCADE;
ALTER TABLE runs ADD COLUMN model_calls BIGINT;
ALTER TABLE runs ADD COLUMN host_calls BIGINT;
ALTER TABLE runs ADD COLUMN guest_cpu_us BIGINT;
ALTER TABLE runs ADD COLUMN peak_memory_bytes BIGINT;
CREATE INDEX runs_of_trial ON runs (trial_id, id) WHERE trial_id IS NOT NULL;

-- A trial creates no document. SQLite cannot change a CHECK, and a new table would lose the rows that refer to this one.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'document_id IS NOT NULL))', '(document_id IS NOT NULL OR trial_id IS NOT NULL)))')
WHERE type = 'table' AND name = 'runs';
PRAGMA writable_schema = RESET;

-- Runs without those of trials: what customers see, and what is counted about them.
CREATE VIEW customer_runs AS
SELECT id, account_id, project_id, tool, tool_version, package_digest, revises, language, status, attempt, input, outcome, problem, words,
    drafted, document_id, progress_done, progress_total, progress_label, created_at, started_at, finished_at, process, key_id, acted
FROM runs WHERE trial_id IS NULL;
