-- Links that share a document, and texts that a user likes as examples of style.

-- One link per document; a new one replaces it.
-- owner: documents
CREATE TABLE document_shares (
    document_id TEXT   NOT NULL PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    token_hash  TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    -- NULL: until the owner stops it.
    expires_at  BIGINT
);
CREATE UNIQUE INDEX document_shares_by_token ON document_shares (token_hash);

-- owner: brand
CREATE TABLE style_examples (
    id         TEXT   NOT NULL PRIMARY KEY,
    account_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The project of the brand; NULL for an account without projects.
    project_id BIGINT REFERENCES projects (id) ON DELETE CASCADE,
    tool       TEXT   NOT NULL,
    text       TEXT   NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
    created_at BIGINT NOT NULL
);
CREATE INDEX style_examples_of_tool ON style_examples (account_id, tool, project_id);
CREATE INDEX style_examples_of_project ON style_examples (project_id) WHERE project_id IS NOT NULL;
