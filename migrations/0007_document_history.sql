-- What a document was before each edit, and what the person thinks of it.

CREATE TABLE document_versions (
    document_id TEXT   NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    version     BIGINT NOT NULL CHECK (version > 0),
    title       TEXT   NOT NULL,
    text        TEXT   NOT NULL,
    data        TEXT   NOT NULL,
    -- When this version came to be.
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (document_id, version)
);

-- NULL until the person says so.
ALTER TABLE documents ADD COLUMN rating TEXT CHECK (rating IN ('good', 'bad'));
