-- Reports of audits: links that show one, whose name they have, and who gets them by mail.

-- Two audits are compared by the ids of rules.
CREATE INDEX audit_rules_of_id ON audit_rules (audit, rule);

-- A link that shows what an audit found when the link was made.
-- owner: audits
CREATE TABLE audit_reports (
    id         TEXT   NOT NULL PRIMARY KEY,
    account_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    audit_id   TEXT   NOT NULL REFERENCES audits (id) ON DELETE CASCADE,
    -- The link itself is not stored.
    token_hash TEXT   NOT NULL UNIQUE,
    language   TEXT   NOT NULL CHECK (language IN ('en', 'pl')),
    -- Whether it was made to be mailed.
    mailed     BOOLEAN NOT NULL,
    -- The page, compressed.
    content    BYTEA  NOT NULL,
    created_at BIGINT NOT NULL,
    -- NULL: until it is withdrawn.
    expires_at BIGINT
);
CREATE INDEX audit_reports_of_account ON audit_reports (account_id, id);
CREATE INDEX audit_reports_of_audit ON audit_reports (audit_id);

-- The name and the logo on the reports of an account.
-- owner: audits
CREATE TABLE audit_brands (
    account_id TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- Empty: the name of the account.
    name       TEXT   NOT NULL DEFAULT '' CHECK (length(name) <= 80),
    media_type TEXT,
    logo       BYTEA,
    updated_at BIGINT NOT NULL,
    CHECK ((media_type IS NULL) = (logo IS NULL))
);

-- When the reports of a project are mailed.
-- owner: audits
CREATE TABLE audit_mailings (
    project_id BIGINT NOT NULL PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
    account_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    cadence    TEXT   NOT NULL CHECK (cadence IN ('audit', 'weekly', 'monthly')),
    -- NULL with the cadence 'audit'.
    next_at    BIGINT,
    -- The number of the newest audit that was mailed.
    mailed     BIGINT NOT NULL DEFAULT 0,
    updated_at BIGINT NOT NULL,
    CHECK ((next_at IS NULL) = (cadence = 'audit'))
);
CREATE INDEX audit_mailings_due ON audit_mailings (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX audit_mailings_of_account ON audit_mailings (account_id);

-- Who gets the reports of a project.
-- owner: audits
CREATE TABLE audit_recipients (
    id           TEXT   NOT NULL PRIMARY KEY,
    account_id   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    project_id   BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    email        TEXT   NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    language     TEXT   NOT NULL CHECK (language IN ('en', 'pl')),
    -- 'left': the recipient has unsubscribed. The row stays, so that the address is not asked again.
    state        TEXT   NOT NULL CHECK (state IN ('asked', 'confirmed', 'left')),
    -- The hash of the secret in the link that confirms; NULL once it is used.
    token_hash   TEXT   UNIQUE,
    asked_at     BIGINT NOT NULL,
    UNIQUE (project_id, email)
);
CREATE INDEX audit_recipients_of_account ON audit_recipients (account_id, email);
