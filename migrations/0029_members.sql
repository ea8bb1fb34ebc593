-- A publisher has several members, and an unlisted plugin is for those who were invited to it.

-- Whose a publisher is. `publisher_profiles.account_id` names one of its owners, for servers of the version before.
CREATE TABLE publisher_members (
    account_id   TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    publisher_id TEXT   NOT NULL REFERENCES publishers (id),
    role         TEXT   NOT NULL CHECK (role IN ('owner', 'member')),
    created_at   BIGINT NOT NULL
);
CREATE INDEX publisher_members_of_publisher ON publisher_members (publisher_id, created_at);
INSERT INTO publisher_members (account_id, publisher_id, role, created_at)
    SELECT account_id, publisher_id, 'owner', created_at FROM publisher_profiles;

-- Who is asked to become a member. The link is mailed; only its SHA-256 is kept.
CREATE TABLE publisher_invitations (
    id           TEXT   NOT NULL PRIMARY KEY,
    publisher_id TEXT   NOT NULL REFERENCES publishers (id),
    email        TEXT   NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    role         TEXT   NOT NULL CHECK (role IN ('owner', 'member')),
    token_hash   TEXT   NOT NULL UNIQUE,
    -- Of the mail.
    language     TEXT   NOT NULL CHECK (language IN ('en', 'pl')),
    invited_by   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    sent_at      BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    UNIQUE (publisher_id, email)
);
CREATE INDEX publisher_invitations_by ON publisher_invitations (invited_by);

-- Whether an administrator lets the lists of the catalogue show it: then its publisher may take it out of them and put it back.
ALTER TABLE plugins ADD COLUMN listing_approved BOOLEAN NOT NULL DEFAULT TRUE;
UPDATE plugins SET listing_approved = listed;

-- Publishers who ask for that.
CREATE TABLE listing_requests (
    plugin     TEXT   NOT NULL PRIMARY KEY REFERENCES plugins (id),
    -- The member who asked, by id alone as in the audit log.
    asked_by   TEXT   NOT NULL,
    note       TEXT,
    created_at BIGINT NOT NULL
);

-- Links that let people in to an unlisted plugin; only the SHA-256 of each is kept.
CREATE TABLE tool_invitations (
    id         TEXT   NOT NULL PRIMARY KEY,
    plugin     TEXT   NOT NULL REFERENCES plugins (id),
    -- What its publisher knows it by.
    name       TEXT   NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    token_hash TEXT   NOT NULL UNIQUE,
    -- The member who made it, by id alone.
    invited_by TEXT   NOT NULL,
    -- How many people it lets in; NULL: as many as come.
    most       BIGINT CHECK (most > 0),
    uses       BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT
);
CREATE INDEX tool_invitations_of_plugin ON tool_invitations (plugin, id);
CREATE INDEX tool_invitations_by ON tool_invitations (invited_by);

-- Who has an unlisted plugin.
CREATE TABLE tool_guests (
    account_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    plugin        TEXT   NOT NULL REFERENCES plugins (id),
    -- NULL: they used it before it needed an invitation.
    invitation_id TEXT   REFERENCES tool_invitations (id),
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (account_id, plugin)
);
CREATE INDEX tool_guests_of_plugin ON tool_guests (plugin, invitation_id);

-- Until now the address of an unlisted plugin was enough: whoever used one keeps it.
INSERT INTO tool_guests (account_id, plugin, created_at)
    SELECT used.account_id, used.tool, MIN(used.created_at)
    FROM (SELECT account_id, tool, created_at FROM runs
          UNION ALL SELECT account_id, tool, created_at FROM favourites
          UNION ALL SELECT account_id, tool, created_at FROM bulk_jobs) used
    JOIN plugins p ON p.id = used.tool
    WHERE NOT p.listed
    GROUP BY used.account_id, used.tool;
