-- Projects have a name, a colour and the icon of their website, and what a dashboard counts is read from indexes.

-- Empty: the domain is the name.
ALTER TABLE projects ADD COLUMN name TEXT NOT NULL DEFAULT '' CHECK (length(name) <= 80);
ALTER TABLE projects ADD COLUMN color TEXT NOT NULL DEFAULT 'moss';
UPDATE projects SET color = CASE id % 10
    WHEN 0 THEN 'slate' WHEN 2 THEN 'clay' WHEN 3 THEN 'sky' WHEN 4 THEN 'plum' WHEN 5 THEN 'amber'
    WHEN 6 THEN 'teal' WHEN 7 THEN 'rose' WHEN 8 THEN 'iris' WHEN 9 THEN 'olive' ELSE 'moss' END;

-- The icon of the website of a project.
-- owner: projects
CREATE TABLE project_icons (
    project_id BIGINT NOT NULL PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
    -- NULL, as are the next two: the website has no usable icon.
    media_type TEXT,
    -- In base64.
    content    TEXT,
    -- Of the content, for its address.
    tag        TEXT,
    -- When the website was read.
    read_at    BIGINT NOT NULL,
    CHECK ((content IS NULL) = (media_type IS NULL) AND (content IS NULL) = (tag IS NULL))
);

-- The rows of both tables contain long texts. These indexes cover what is counted per day, tool and project.
DROP INDEX runs_of_account;
CREATE INDEX runs_of_account ON runs (account_id, id, trial_id, project_id, tool, words, created_at);
DROP INDEX documents_of_account;
CREATE INDEX documents_of_account ON documents (account_id, id, deleted_at, project_id, tool, created_at, updated_at);

-- Documents that are not in the trash.
CREATE VIEW archived_documents AS
SELECT id, account_id, project_id, tool, title, created_at, updated_at FROM documents WHERE deleted_at IS NULL;

DROP VIEW customer_bulk_jobs;
CREATE VIEW customer_bulk_jobs AS
SELECT id, account_id, project_id, tool, name, status, origin, created_at, finished_at FROM bulk_jobs;

-- Orders of texts for the items of a shop.
CREATE VIEW ordered_texts AS
SELECT o.id, s.account_id, s.project_id, o.shop_id, s.name AS shop, o.tool, o.created_at,
    (SELECT count(*) FROM shop_order_items i WHERE i.order_id = o.id) AS items
FROM shop_orders o JOIN shops s ON s.id = o.shop_id;
