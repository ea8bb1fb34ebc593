-- The matrix of plans and tools: how much of a tool a plan gives, and what single accounts are given or refused whatever
-- their plan says.

-- Goes up with every change of a plan's tools, so that nobody overwrites what they have not seen.
ALTER TABLE products ADD COLUMN tools_revision BIGINT NOT NULL DEFAULT 0;

-- What a plan says of a tool beside having it.
CREATE TABLE plan_tools (
    product_id      BIGINT  NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    tool            TEXT    NOT NULL,
    -- Of a plan with all tools: all but this one.
    closed          BOOLEAN NOT NULL DEFAULT FALSE,
    -- Ceilings; NULL: none.
    words_per_month BIGINT  CHECK (words_per_month > 0),
    runs_per_day    BIGINT  CHECK (runs_per_day > 0),
    memory_mib      BIGINT  CHECK (memory_mib > 0),
    -- JSON: the hosts of the tool's manifest that its runs may call.
    hosts           TEXT,
    PRIMARY KEY (product_id, tool)
);

-- What one account is given or refused; it wins over the plan until it ends.
CREATE TABLE tool_exceptions (
    account_id      TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    tool            TEXT    NOT NULL,
    -- NULL: as the plan says.
    access          TEXT    CHECK (access IN ('allow', 'deny')),
    -- Whether the ceilings below hold in place of the plan's, also those that are NULL.
    own_ceilings    BOOLEAN NOT NULL,
    words_per_month BIGINT  CHECK (words_per_month > 0),
    runs_per_day    BIGINT  CHECK (runs_per_day > 0),
    memory_mib      BIGINT  CHECK (memory_mib > 0),
    hosts           TEXT,
    -- Why, for administrators.
    reason          TEXT    NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
    -- NULL: until somebody takes it back.
    ends_at         BIGINT,
    created_at      BIGINT  NOT NULL,
    updated_at      BIGINT  NOT NULL,
    PRIMARY KEY (account_id, tool)
);
CREATE INDEX tool_exceptions_of_tool ON tool_exceptions (tool, account_id);

-- Runs of a tool begun on a day (UTC), where a ceiling counts them; see `run_days`.
CREATE TABLE tool_days (
    account_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    tool       TEXT   NOT NULL,
    day        BIGINT NOT NULL,
    runs       BIGINT NOT NULL,
    PRIMARY KEY (account_id, tool, day)
);
CREATE INDEX tool_days_by_day ON tool_days (day);
