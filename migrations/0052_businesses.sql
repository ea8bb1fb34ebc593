-- What a user runs: it decides what the screen proposes first.
CREATE TABLE businesses (
    account_id TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    business   TEXT   NOT NULL CHECK (business IN ('shop', 'local', 'agency', 'blog', 'other')),
    updated_at BIGINT NOT NULL
);
