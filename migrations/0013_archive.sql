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
CREATE TABLE indexed_documents (
    number      INTEGER PRIMARY KEY,
    document_id TEXT NOT NULL UNIQUE REFERENCES documents (id) ON DELETE CASCADE
);

-- The words come folded and parted by blanks, each once, so all that is left to do is to part them: `ascii` takes every letter
-- beyond ASCII as part of a word. The texts themselves are not kept a second time.
CREATE VIRTUAL TABLE document_words USING fts5 (
    owner, title, text, tokenize = 'ascii', detail = 'column', content = '', contentless_delete = 1
);
CREATE TRIGGER document_words_go AFTER DELETE ON indexed_documents
BEGIN
    DELETE FROM document_words WHERE rowid = OLD.number;
END;
