-- The ledger of words. Rows are only ever added; the balance of an account is that of its last row.

CREATE TABLE word_entries (
    account_id TEXT   NOT NULL REFERENCES users (id),
    -- 1, 2, 3 … for each account: two writers cannot both continue from the same balance.
    seq        BIGINT NOT NULL,
    kind       TEXT   NOT NULL CHECK (kind IN ('grant', 'reserve', 'settle')),
    words      BIGINT NOT NULL,
    balance    BIGINT NOT NULL CHECK (balance >= 0),
    -- Why words were granted ('welcome', …).
    reason     TEXT,
    run_id     TEXT,
    attempt    BIGINT,
    -- The number of the model call within the attempt that a reservation is for.
    call       BIGINT,
    tool       TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, seq),
    CHECK (kind <> 'grant' OR (words > 0 AND reason IS NOT NULL)),
    CHECK (kind <> 'reserve' OR (words <= 0 AND run_id IS NOT NULL AND attempt IS NOT NULL AND call IS NOT NULL)),
    CHECK (kind <> 'settle' OR (words >= 0 AND run_id IS NOT NULL AND attempt IS NOT NULL))
);

-- What could be charged or granted twice is refused here.
CREATE UNIQUE INDEX word_entries_reserved_once ON word_entries (run_id, attempt, call) WHERE kind = 'reserve';
CREATE UNIQUE INDEX word_entries_settled_once ON word_entries (run_id, attempt) WHERE kind = 'settle';
CREATE UNIQUE INDEX word_entries_welcomed_once ON word_entries (account_id) WHERE kind = 'grant' AND reason = 'welcome';
CREATE INDEX word_entries_granted ON word_entries (account_id, words) WHERE kind = 'grant';

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;

CREATE TRIGGER word_entries_never_change BEFORE UPDATE OR DELETE ON word_entries
FOR EACH ROW EXECUTE FUNCTION refuse_change();
