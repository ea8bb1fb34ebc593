-- Meters: words are one of several counted resources, and trials have purses. Runs of trials are rows of `runs`.
-- owner: meters

-- Rows are only ever added; the balance of a purse is that of its last row. Its columns are explained in the other file.
DROP TRIGGER word_entries_never_change ON word_entries;
ALTER TABLE word_entries RENAME TO meter_entries;
ALTER TABLE meter_entries RENAME COLUMN account_id TO holder;
ALTER TABLE meter_entries RENAME COLUMN words TO amount;
ALTER TABLE meter_entries
    ADD COLUMN meter TEXT NOT NULL DEFAULT 'words',
    ADD COLUMN trial_id TEXT REFERENCES trials (id) ON DELETE CASCADE,
    ADD CHECK (trial_id IS NULL OR trial_id = holder),
    DROP CONSTRAINT word_entries_account_id_fkey,
    DROP CONSTRAINT word_entries_pkey,
    ADD PRIMARY KEY (holder, meter, seq);

-- What could be charged or granted twice is refused here.
DROP INDEX word_entries_reserved_once, word_entries_settled_once, word_entries_welcomed_once, word_entries_once_a_term, word_entries_granted;
CREATE UNIQUE INDEX meter_entries_reserved_once ON meter_entries (run_id, meter, attempt, call) WHERE kind = 'reserve';
CREATE UNIQUE INDEX meter_entries_settled_once ON meter_entries (run_id, meter, attempt) WHERE kind = 'settle';
CREATE UNIQUE INDEX meter_entries_welcomed_once ON meter_entries (holder, meter) WHERE kind = 'grant' AND reason = 'welcome';
CREATE UNIQUE INDEX meter_entries_once_a_term ON meter_entries (holder, meter, term) WHERE term IS NOT NULL;
CREATE INDEX meter_entries_granted ON meter_entries (holder, meter, seq, amount) WHERE kind = 'grant';
CREATE INDEX meter_entries_of_trial ON meter_entries (trial_id) WHERE trial_id IS NOT NULL;

CREATE TRIGGER meter_entries_never_change BEFORE UPDATE ON meter_entries
FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER meter_entries_never_go BEFORE DELETE ON meter_entries
FOR EACH ROW WHEN (OLD.trial_id IS NULL) EXECUTE FUNCTION refuse_change();

-- For processes of the previous version, which may still run: they read and add entries here.
CREATE VIEW word_entries AS
SELECT holder AS account_id, seq, kind, amount AS words, balance, reason, run_id, attempt, call, tool, created_at, term
FROM meter_entries WHERE meter = 'words' AND trial_id IS NULL;

-- `trial_runs` is not read any more. Present trials begin their month again.
DELETE FROM trial_runs;
INSERT INTO meter_entries (holder, meter, seq, kind, amount, balance, reason, created_at, term, trial_id)
SELECT t.id, 'words', 1, 'grant', p.ai_words, p.ai_words, 'welcome', t.created_at, 1, t.id
FROM trials t JOIN products p ON p.id = t.product_id;

-- The trial of a run, and what the run took; NULL where it was not executed. A trial creates no document.
ALTER TABLE runs
    ADD COLUMN trial_id TEXT REFERENCES trials (id) ON DELETE CASCADE,
    ADD COLUMN model_calls BIGINT,
    ADD COLUMN host_calls BIGINT,
    ADD COLUMN guest_cpu_us BIGINT,
    ADD COLUMN peak_memory_bytes BIGINT,
    DROP CONSTRAINT runs_check1,
    ADD CHECK (status <> 'succeeded' OR (outcome IS NOT NULL AND (document_id IS NOT NULL OR trial_id IS NOT NULL)));
CREATE INDEX runs_of_trial ON runs (trial_id, id) WHERE trial_id IS NOT NULL;

-- Runs without those of trials: what customers see, and what is counted about them.
CREATE VIEW customer_runs AS
SELECT id, account_id, project_id, tool, tool_version, package_digest, revises, language, status, attempt, input, outcome, problem, words,
    drafted, document_id, progress_done, progress_total, progress_label, created_at, started_at, finished_at, process, key_id, acted
FROM runs WHERE trial_id IS NULL;
