-- Steps of the dashboard that a person put away.
CREATE TABLE dismissed_steps (
    account_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    step       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, step)
);
