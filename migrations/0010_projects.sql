-- Projects: one website in one language, and what belongs to it. What belongs to a project goes with it, by the database's own rule.

CREATE TABLE projects (
    -- From `project_numbers`; clients know projects by number, and 0 stands for "none".
    id            BIGINT NOT NULL PRIMARY KEY CHECK (id > 0),
    account_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- In lower case and in ASCII (Punycode), without "www.".
    domain        TEXT   NOT NULL CHECK (length(domain) BETWEEN 3 AND 253),
    language_code TEXT   NOT NULL,
    location_code BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    UNIQUE (account_id, domain, language_code)
);
CREATE INDEX projects_of_account ON projects (account_id, id);

-- The number given last. A number is never given twice, so that an old screen cannot delete somebody else's new project.
CREATE TABLE project_numbers (
    last BIGINT NOT NULL
);
INSERT INTO project_numbers (last) VALUES (0);

-- The project that an account works in; without a row it is the oldest.
CREATE TABLE selected_projects (
    account_id TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE
);
CREATE INDEX selected_projects_of_project ON selected_projects (project_id);

-- NULL: made while the account had no project. `word_entries` names runs without a reference, so the ledger keeps every row.
ALTER TABLE runs ADD COLUMN project_id BIGINT REFERENCES projects (id) ON DELETE CASCADE;
ALTER TABLE documents ADD COLUMN project_id BIGINT REFERENCES projects (id) ON DELETE CASCADE;
ALTER TABLE bulk_jobs ADD COLUMN project_id BIGINT REFERENCES projects (id) ON DELETE CASCADE;
ALTER TABLE brand_kits ADD COLUMN project_id BIGINT REFERENCES projects (id) ON DELETE CASCADE;
CREATE INDEX runs_of_project ON runs (project_id, id) WHERE project_id IS NOT NULL;
CREATE INDEX documents_of_project ON documents (project_id, id) WHERE project_id IS NOT NULL;
CREATE INDEX bulk_jobs_of_project ON bulk_jobs (project_id, id) WHERE project_id IS NOT NULL;

-- One kit for each project, and one for an account without projects.
DROP INDEX brand_kits_of_account;
CREATE UNIQUE INDEX brand_kits_of_account ON brand_kits (account_id) WHERE project_id IS NULL;
CREATE UNIQUE INDEX brand_kits_of_project ON brand_kits (project_id) WHERE project_id IS NOT NULL;
-- Every run looks for the kit of its project among those of its account.
CREATE INDEX brand_kits_by_account ON brand_kits (account_id, project_id);
