-- A user's own language model, where the plan allows one.
-- owner: models

CREATE TABLE own_models (
    account_id TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- As the provider calls the model.
    name       TEXT   NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    kind       TEXT   NOT NULL CHECK (kind IN ('openai', 'anthropic', 'gemini')),
    url        TEXT   NOT NULL CHECK (length(url) BETWEEN 8 AND 500),
    -- Encrypted with the server's key, for this account and this host; NULL without a key.
    secret     TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

-- owner: plans
ALTER TABLE products ADD COLUMN own_model BOOLEAN NOT NULL DEFAULT FALSE;
