-- Keys of programs: each belongs to an account, may do what its scopes say, and spends no more than its limit.

CREATE TABLE api_keys (
    id            TEXT   NOT NULL PRIMARY KEY,
    account_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name          TEXT   NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    -- The first signs of the key, by which its owner knows it. The key itself is kept as a SHA-256 alone.
    prefix        TEXT   NOT NULL,
    secret_hash   TEXT   NOT NULL UNIQUE,
    -- JSON: a list such as ["tools:read", "runs:write"].
    scopes        TEXT   NOT NULL,
    -- JSON: the ids of the only tools that it may use; NULL where it may use all.
    tools         TEXT,
    -- The only project that it works for. It goes with the project: without it the key would open all others.
    project_id    BIGINT REFERENCES projects (id) ON DELETE CASCADE,
    -- Words that its runs may use in a calendar month (UTC); NULL where the account's own are the only limit.
    monthly_words BIGINT CHECK (monthly_words >= 0),
    created_at    BIGINT NOT NULL,
    expires_at    BIGINT,
    last_used_at  BIGINT,
    revoked_at    BIGINT
);
CREATE INDEX api_keys_of_account ON api_keys (account_id, id);
CREATE INDEX api_keys_of_project ON api_keys (project_id) WHERE project_id IS NOT NULL;

-- Words that the runs which a key began in a month have used or set aside: what the ledger says, summed up as it is written.
CREATE TABLE api_key_months (
    key_id TEXT   NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
    -- Months since the year 0.
    month  BIGINT NOT NULL,
    words  BIGINT NOT NULL CHECK (words >= 0),
    PRIMARY KEY (key_id, month)
);

-- The key that began the run; NULL where a person did.
ALTER TABLE runs ADD COLUMN key_id TEXT REFERENCES api_keys (id) ON DELETE SET NULL;
CREATE INDEX runs_of_key ON runs (key_id) WHERE key_id IS NOT NULL;
