-- Accounts: addresses that are proven, ways to sign in, and the mail that all of this needs.

-- An address that somebody says is theirs and has not proven yet. Until the first one is proven, `email` holds
-- a placeholder that nobody can own, so that claiming an address neither takes it nor tells whether it is taken.
ALTER TABLE users ADD COLUMN pending_email TEXT;
-- Whether somebody followed a link that was sent to `email`, or Google vouched for it. Without mail an address counts
-- as verified and is not proven.
ALTER TABLE users ADD COLUMN email_proven BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE users ADD COLUMN google_id TEXT;
-- Of a deleted account the row stays, without anything that tells whose it was: the ledger of words refers to it.
ALTER TABLE users ADD COLUMN deleted_at BIGINT;
CREATE INDEX users_by_pending_email ON users (pending_email) WHERE pending_email IS NOT NULL;
CREATE UNIQUE INDEX users_by_google ON users (google_id) WHERE google_id IS NOT NULL;

-- What tells people their sessions apart. Of the address only the network is kept.
ALTER TABLE sessions ADD COLUMN user_agent TEXT;
ALTER TABLE sessions ADD COLUMN network TEXT;
ALTER TABLE sessions ADD COLUMN seen_at BIGINT;
-- When the person proved last that it is them, by password or by signing in without one.
ALTER TABLE sessions ADD COLUMN confirmed_at BIGINT;
-- The administrator who acts as the user.
ALTER TABLE sessions ADD COLUMN impersonator_id TEXT REFERENCES users (id) ON DELETE CASCADE;

-- Links that were mailed: to prove an address, to choose a new password. Used once; only the SHA-256 is kept.
CREATE TABLE mailed_links (
    token_hash TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind       TEXT   NOT NULL CHECK (kind IN ('verify', 'reset')),
    -- The address that it was sent to, and that it proves.
    email      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX mailed_links_of_user ON mailed_links (user_id, kind);

CREATE TABLE two_factor (
    user_id      TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- Encrypted with a key that is made from the server's secret key.
    secret       TEXT   NOT NULL,
    -- NULL until a first code was right; only then is it asked for.
    confirmed_at BIGINT,
    -- The step of the last code that was accepted: no code works twice.
    last_step    BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
    user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash TEXT NOT NULL,
    PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE avatars (
    user_id    TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    media_type TEXT   NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
    -- Base64: one column type for both databases.
    content    TEXT   NOT NULL,
    updated_at BIGINT NOT NULL
);

-- The outbox.
CREATE TABLE mails (
    id         TEXT   NOT NULL PRIMARY KEY,
    recipient  TEXT   NOT NULL,
    language   TEXT   NOT NULL CHECK (language IN ('en', 'pl')),
    template   TEXT   NOT NULL,
    subject    TEXT   NOT NULL,
    -- Emptied once it is delivered: it may hold a link that signs in.
    text       TEXT   NOT NULL,
    html       TEXT   NOT NULL,
    -- 'kept': there is no mail server, the administrator reads it in the app.
    status     TEXT   NOT NULL CHECK (status IN ('kept', 'waiting', 'sent', 'failed')),
    attempts   BIGINT NOT NULL DEFAULT 0,
    -- When it is tried next. Whoever takes it moves this on first, so that a crash delays it and does not lose it.
    due_at     BIGINT NOT NULL,
    last_error TEXT,
    created_at BIGINT NOT NULL,
    sent_at    BIGINT
);
CREATE INDEX mails_due ON mails (due_at) WHERE status = 'waiting';
CREATE INDEX mails_to ON mails (recipient);
