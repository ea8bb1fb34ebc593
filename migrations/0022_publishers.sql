-- The partners' portal: whose account a publisher is, the packages they send to be reviewed, and plugins that are in no list.

-- Publishers that registered themselves. What is about a person goes with the account; the publisher's name stays taken.
CREATE TABLE publisher_profiles (
    publisher_id      TEXT   NOT NULL PRIMARY KEY REFERENCES publishers (id),
    account_id        TEXT   NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    contact           TEXT   NOT NULL CHECK (length(contact) BETWEEN 3 AND 254),
    website           TEXT   CHECK (length(website) <= 500),
    -- ISO 3166-1, two capital letters.
    country           TEXT   NOT NULL CHECK (length(country) = 2),
    -- Who is paid, and how: JSON, encrypted with the server's key. NULL as long as nobody said.
    payout            TEXT,
    -- Which text of the programme's terms was accepted, and when.
    terms             BIGINT NOT NULL CHECK (terms > 0),
    terms_accepted_at BIGINT NOT NULL,
    created_at        BIGINT NOT NULL,
    updated_at        BIGINT NOT NULL
);

-- A package that a publisher sent, with the report of the checks.
CREATE TABLE submissions (
    id           TEXT   NOT NULL PRIMARY KEY,
    publisher_id TEXT   NOT NULL REFERENCES publishers (id),
    -- SHA-256 of the file.
    digest       TEXT   NOT NULL CHECK (length(digest) = 64),
    bytes        BIGINT NOT NULL,
    -- NULL where it was refused before that could be read.
    plugin       TEXT,
    version      TEXT,
    -- JSON: what a reviewer looks at; NULL where it was refused.
    facts        TEXT,
    -- JSON: everything that is wrong with it.
    problems     TEXT   NOT NULL DEFAULT '[]',
    -- 'checked': nothing is wrong with it. 'submitted': a reviewer is to look at it. 'returned': with what is to be changed.
    state        TEXT   NOT NULL CHECK (state IN ('refused', 'checked', 'submitted', 'returned', 'approved')),
    -- What the publisher says to the reviewers.
    note         TEXT,
    submitted_at BIGINT,
    -- The reviewer, by id alone as in the audit log, and what they say, in either language.
    decided_by   TEXT,
    decided_at   BIGINT,
    reason_en    TEXT,
    reason_pl    TEXT,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    UNIQUE (publisher_id, digest),
    CHECK ((state = 'refused') = (facts IS NULL)),
    CHECK (state <> 'submitted' OR submitted_at IS NOT NULL)
);
CREATE INDEX submissions_of_publisher ON submissions (publisher_id, id);
CREATE INDEX submissions_waiting ON submissions (submitted_at, id) WHERE state = 'submitted';

-- The file itself, until it is installed or given up.
CREATE TABLE submission_files (
    submission_id TEXT  NOT NULL PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
    content       BYTEA NOT NULL
);

-- An unlisted plugin is found by its address alone.
ALTER TABLE plugins ADD COLUMN listed BOOLEAN NOT NULL DEFAULT TRUE;
