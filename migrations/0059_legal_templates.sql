-- The operator may return to the template of the product: such a version stands for the template as it is filled in at
-- the time, and keeps in `body` what it said at its beginning.

-- owner: operator
ALTER TABLE legal_texts ADD COLUMN is_template BOOLEAN NOT NULL DEFAULT FALSE;
