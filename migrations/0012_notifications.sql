-- What a person should know although the screen that it happened on is closed. The text is made when it is read.
CREATE TABLE notifications (
    id         TEXT   NOT NULL PRIMARY KEY,
    account_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind       TEXT   NOT NULL,
    -- JSON: the values of the text, and the id of what it is about.
    params     TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    read_at    BIGINT
);
CREATE INDEX notifications_of_account ON notifications (account_id, id);
CREATE INDEX notifications_unread ON notifications (account_id) WHERE read_at IS NULL;
