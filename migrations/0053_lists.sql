-- The places of a text that are still to be filled in, counted when the text is written.
ALTER TABLE documents ADD COLUMN gaps BIGINT NOT NULL DEFAULT 0;
CREATE VIEW document_gaps AS SELECT id, gaps FROM documents WHERE gaps > 0 AND deleted_at IS NULL;

-- The plan that the operator recommends; at most one.
ALTER TABLE products ADD COLUMN recommended BOOLEAN NOT NULL DEFAULT FALSE;
CREATE UNIQUE INDEX products_recommended ON products (recommended) WHERE recommended;
