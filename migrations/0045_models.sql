-- Language models: connections to providers, their models, which tool uses which, what they cost, and budgets.
-- The model that the settings name is not stored.
-- owner: models

CREATE TABLE model_connections (
    id         TEXT   NOT NULL PRIMARY KEY,
    name       TEXT   NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    -- The protocol.
    kind       TEXT   NOT NULL CHECK (kind IN ('openai', 'anthropic', 'gemini')),
    url        TEXT   NOT NULL CHECK (length(url) BETWEEN 8 AND 500),
    -- Encrypted with the server's key, for this row and this host; NULL without a key.
    secret     TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE TABLE models (
    id             TEXT    NOT NULL PRIMARY KEY,
    connection_id  TEXT    NOT NULL REFERENCES model_connections (id) ON DELETE CASCADE,
    -- As the provider calls it.
    name           TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    -- As administrators see it.
    label          TEXT    NOT NULL CHECK (length(label) BETWEEN 1 AND 200),
    -- Micro-USD for a million tokens; NULL if unknown.
    input_price    BIGINT  CHECK (input_price >= 0),
    output_price   BIGINT  CHECK (output_price >= 0),
    sees_images    BOOLEAN NOT NULL,
    context_tokens BIGINT  CHECK (context_tokens > 0),
    enabled        BOOLEAN NOT NULL,
    created_at     BIGINT  NOT NULL,
    updated_at     BIGINT  NOT NULL
);
CREATE UNIQUE INDEX models_once ON models (connection_id, name);

-- The models of a role: the first one answers, the others if it fails.
CREATE TABLE model_roles (
    role     TEXT   NOT NULL CHECK (role IN ('quick', 'best', 'vision', 'embeddings')),
    place    BIGINT NOT NULL,
    -- NULL: the model that the settings name.
    model_id TEXT   REFERENCES models (id) ON DELETE CASCADE,
    PRIMARY KEY (role, place)
);
CREATE INDEX model_roles_of_model ON model_roles (model_id) WHERE model_id IS NOT NULL;

-- Tools that use another role than the default one.
CREATE TABLE model_tools (
    tool TEXT NOT NULL PRIMARY KEY,
    role TEXT NOT NULL CHECK (role IN ('quick', 'best', 'vision'))
);

-- One row.
CREATE TABLE model_settings (
    -- Grows with each change of these tables, so that every process reads them again.
    version      BIGINT NOT NULL,
    default_role TEXT   NOT NULL CHECK (default_role IN ('quick', 'best', 'vision'))
);
INSERT INTO model_settings (version, default_role) VALUES (1, 'best');

-- Limits for each calendar month (UTC).
CREATE TABLE model_budgets (
    -- NULL: of all plans together.
    plan_id   BIGINT REFERENCES products (id) ON DELETE CASCADE,
    micro_usd BIGINT NOT NULL CHECK (micro_usd >= 0),
    -- The month of the last notice: months since January of year 0.
    notified  BIGINT
);
CREATE UNIQUE INDEX model_budgets_once ON model_budgets (COALESCE(plan_id, -1));

-- The calls of each day (UTC, in days since the Unix epoch), summed up.
CREATE TABLE model_usage (
    day           BIGINT NOT NULL,
    -- '' is the model that the settings name. A removed model keeps its rows.
    model_id      TEXT   NOT NULL,
    -- '' is a test by an administrator.
    tool          TEXT   NOT NULL,
    plan_id       BIGINT NOT NULL,
    -- '' is a deleted account.
    account_id    TEXT   NOT NULL,
    model_name    TEXT   NOT NULL,
    calls         BIGINT NOT NULL,
    failures      BIGINT NOT NULL,
    words         BIGINT NOT NULL,
    input_tokens  BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    -- Calls whose tokens were estimated.
    estimated     BIGINT NOT NULL,
    micro_usd     BIGINT NOT NULL,
    ms            BIGINT NOT NULL,
    PRIMARY KEY (day, model_id, tool, plan_id, account_id)
);
CREATE INDEX model_usage_of_account ON model_usage (account_id);
