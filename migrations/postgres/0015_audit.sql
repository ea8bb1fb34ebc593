-- What those who administer the server did, and to whom. Rows are only ever added.

CREATE TABLE audit_entries (
    id              TEXT   NOT NULL PRIMARY KEY,
    -- People are named by id alone, without a reference: an entry outlives the account, and says nothing of it once it is erased.
    actor_id        TEXT   NOT NULL,
    -- The administrator who acted in the actor's place.
    impersonator_id TEXT,
    -- A stable code such as 'user.impersonated'.
    action          TEXT   NOT NULL CHECK (length(action) BETWEEN 3 AND 80),
    subject_kind    TEXT   NOT NULL CHECK (length(subject_kind) BETWEEN 1 AND 40),
    subject_id      TEXT   NOT NULL,
    -- What the subject was called; of a person it is looked up when the entry is read.
    subject_name    TEXT,
    -- JSON: the values of the action, never a secret.
    details         TEXT   NOT NULL,
    -- Of the address only the network is kept.
    network         TEXT,
    created_at      BIGINT NOT NULL
);
CREATE INDEX audit_entries_by_action ON audit_entries (action, id);
CREATE INDEX audit_entries_by_actor ON audit_entries (actor_id, id);
CREATE INDEX audit_entries_by_subject ON audit_entries (subject_id, id);
CREATE INDEX audit_entries_by_time ON audit_entries (created_at);

CREATE TRIGGER audit_entries_never_change BEFORE UPDATE OR DELETE ON audit_entries
FOR EACH ROW EXECUTE FUNCTION refuse_change();
