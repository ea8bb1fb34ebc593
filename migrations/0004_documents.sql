-- The archive: what runs produced and people went on editing.

CREATE TABLE documents (
    id           TEXT    NOT NULL PRIMARY KEY,
    account_id   TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    run_id       TEXT    NOT NULL UNIQUE,
    tool         TEXT    NOT NULL,
    tool_version TEXT    NOT NULL,
    title        TEXT    NOT NULL,
    -- Markdown.
    text         TEXT    NOT NULL,
    -- The result in parts, JSON, for the tool's own screen.
    data         TEXT    NOT NULL,
    -- Title and text in lower case without accents, for the search.
    folded       TEXT    NOT NULL,
    words        BIGINT  NOT NULL CHECK (words >= 0),
    drafted      BOOLEAN NOT NULL,
    -- Goes up with every edit; an edit of an older version is a conflict.
    version      BIGINT  NOT NULL DEFAULT 1,
    created_at   BIGINT  NOT NULL,
    updated_at   BIGINT  NOT NULL,
    deleted_at   BIGINT
);
CREATE INDEX documents_of_account ON documents (account_id, id) WHERE deleted_at IS NULL;
