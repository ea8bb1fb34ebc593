-- The archive: folders, favourites, the trash and the index that the search asks.

-- A document lies in one folder or in none. Folders are the account's: what was made for several projects may lie together.
CREATE TABLE folders (
    id         TEXT   NOT NULL PRIMARY KEY,
    account_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    parent_id  TEXT   REFERENCES folders (id) ON DELETE CASCADE,
    name       TEXT   NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    -- The name in lower case without accents: two that read alike are one.
    folded     TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX folders_named_once ON folders (account_id, COALESCE(parent_id, ''), folded);
CREATE INDEX folders_of_parent ON folders (parent_id) WHERE parent_id IS NOT NULL;

ALTER TABLE documents ADD COLUMN folder_id TEXT REFERENCES folders (id) ON DELETE SET NULL;
ALTER TABLE documents ADD COLUMN favourite BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX documents_in_folder ON documents (folder_id, id) WHERE folder_id IS NOT NULL;
CREATE INDEX documents_in_trash ON documents (deleted_at, account_id) WHERE deleted_at IS NOT NULL;

-- Which documents the search knows, and under which number. One that is missing here is indexed by the next sweep.
-- The words come folded and parted, each once, so they are kept as they are and no dictionary has a say in them.
CREATE TABLE indexed_documents (
    number      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document_id TEXT     NOT NULL UNIQUE REFERENCES documents (id) ON DELETE CASCADE,
    title       TSVECTOR NOT NULL DEFAULT '',
    -- Owner, title and text: the owner is a word like any other, so the index of all is as quick as one's own.
    whole       TSVECTOR NOT NULL DEFAULT ''
);
CREATE INDEX indexed_documents_words ON indexed_documents USING GIN (whole);
