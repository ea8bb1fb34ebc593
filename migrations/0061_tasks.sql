-- Tasks: what a user wants to do for a website, by hand or because of a finding of an audit.

-- owner: tasks
CREATE TABLE tasks (
    id           TEXT   NOT NULL PRIMARY KEY,
    account_id   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    project_id   BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    title        TEXT   NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
    note         TEXT   NOT NULL,
    -- Title and note, folded for the search; the title is first, so that it also sorts the list.
    folded       TEXT   NOT NULL,
    -- The account of who does it; NULL: nobody has taken it. No reference: a task outlives the account of its owner.
    owner_id     TEXT,
    -- A date such as 2026-12-01.
    due          TEXT   CHECK (length(due) = 10),
    state        TEXT   NOT NULL CHECK (state IN ('open', 'doing', 'done')),
    -- The finding that it is about. There is no reference to the audit, because audits are deleted before tasks.
    rule         TEXT,
    -- Empty for a finding about the whole site.
    page_url     TEXT,
    audit_id     TEXT,
    -- When a check confirmed that the finding is gone.
    verified_at  BIGINT,
    closed_at    BIGINT,
    -- The due date that the account was notified of.
    notified_due TEXT,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    CHECK ((rule IS NULL) = (page_url IS NULL) AND (rule IS NULL) = (audit_id IS NULL)),
    CHECK ((state = 'done') = (closed_at IS NOT NULL)),
    CHECK (verified_at IS NULL OR state = 'done')
);
CREATE INDEX tasks_of_account ON tasks (account_id, id);
CREATE INDEX tasks_of_project ON tasks (project_id, state);
-- A finding has at most one task.
CREATE UNIQUE INDEX tasks_of_finding ON tasks (project_id, rule, page_url) WHERE rule IS NOT NULL;
CREATE INDEX tasks_due ON tasks (due) WHERE due IS NOT NULL AND state <> 'done';

-- Who changed what.
CREATE TABLE task_changes (
    id         TEXT   NOT NULL PRIMARY KEY,
    task_id    TEXT   NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    kind       TEXT   NOT NULL CHECK (kind IN ('created', 'edited', 'verified', 'returned')),
    actor      TEXT   NOT NULL CHECK (actor IN ('user', 'administrator', 'program', 'audit')),
    -- Of the user or the API key at that time; empty for the others.
    name       TEXT   NOT NULL,
    -- JSON: [{field, old, new}].
    fields     TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX task_changes_of_task ON task_changes (task_id, id);
