-- Model calls of a day that were not charged although the provider worked on them: failed runs, answers that are no use.
-- An account has a bounded number of them (see `runs/bill.rs`); the day is one of UTC, in days since the Unix epoch.
CREATE TABLE free_calls (
    account_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    day        BIGINT NOT NULL,
    calls      BIGINT NOT NULL CHECK (calls >= 0),
    PRIMARY KEY (account_id, day)
);
