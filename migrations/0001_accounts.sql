-- People, the secrets that let them in, and nothing else. See README.md for the rules of this folder.

CREATE TABLE users (
    id                TEXT    NOT NULL PRIMARY KEY,
    name              TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    -- Trimmed and in lower case, so that one address is one account.
    email             TEXT    NOT NULL UNIQUE CHECK (length(email) BETWEEN 3 AND 254),
    -- PHC string of argon2id; NULL for someone who signs in by link only.
    password_hash     TEXT,
    role              TEXT    NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin', 'super-admin')),
    -- Language of the screen; NULL until the person chooses one.
    language          TEXT    CHECK (language IN ('en', 'pl')),
    avatar            TEXT,
    -- 0 is the free plan.
    product_id        BIGINT  NOT NULL DEFAULT 0,
    email_verified_at BIGINT,
    created_at        BIGINT  NOT NULL,
    updated_at        BIGINT  NOT NULL
);

-- One secret serves as cookie and as bearer token; only its SHA-256 is kept.
CREATE TABLE sessions (
    token_hash TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Links that sign in once.
CREATE TABLE login_links (
    token_hash TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at    BIGINT
);
CREATE INDEX login_links_of_user ON login_links (user_id);
