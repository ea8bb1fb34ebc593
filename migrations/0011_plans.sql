-- Plans: what an account may use and what that costs, who has which, and the months for which words are given.

CREATE TABLE products (
    -- From `product_numbers`; 0 is the free plan, which everybody has who has no other.
    id             BIGINT  NOT NULL PRIMARY KEY CHECK (id >= 0),
    name_en        TEXT    NOT NULL CHECK (length(name_en) BETWEEN 1 AND 60),
    name_pl        TEXT    NOT NULL CHECK (length(name_pl) BETWEEN 1 AND 60),
    description_en TEXT    NOT NULL,
    description_pl TEXT    NOT NULL,
    -- Prices in cents and grosze, for a month and for a whole year.
    monthly_usd    BIGINT  NOT NULL CHECK (monthly_usd >= 0),
    annual_usd     BIGINT  NOT NULL CHECK (annual_usd >= 0),
    monthly_pln    BIGINT  NOT NULL CHECK (monthly_pln >= 0),
    annual_pln     BIGINT  NOT NULL CHECK (annual_pln >= 0),
    -- Words for each month.
    ai_words       BIGINT  NOT NULL CHECK (ai_words >= 0),
    -- Limits; NULL: none.
    projects       BIGINT  CHECK (projects > 0),
    runs_per_day   BIGINT  CHECK (runs_per_day > 0),
    bulk_rows      BIGINT  CHECK (bulk_rows > 0),
    -- Where not, `product_tools` lists them.
    all_tools      BOOLEAN NOT NULL DEFAULT TRUE,
    -- Its place among the plans on the screen.
    position       BIGINT  NOT NULL DEFAULT 0,
    -- A plan that is not on offer any more keeps its subscribers.
    on_offer       BOOLEAN NOT NULL DEFAULT TRUE,
    -- NULL as long as no administrator has changed it.
    edited_at      BIGINT,
    CHECK (id <> 0 OR (on_offer AND monthly_usd = 0 AND annual_usd = 0 AND monthly_pln = 0 AND annual_pln = 0))
);

CREATE TABLE product_tools (
    product_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    tool       TEXT   NOT NULL,
    PRIMARY KEY (product_id, tool)
);

-- The number given last. A number is never given twice, so that the audit log means one plan by it.
CREATE TABLE product_numbers (
    last BIGINT NOT NULL
);
INSERT INTO product_numbers (last) VALUES (3);

CREATE TRIGGER products_free_stays BEFORE DELETE ON products WHEN OLD.id = 0
BEGIN
    SELECT RAISE(ABORT, 'the free plan always exists');
END;

INSERT INTO products (id, name_en, name_pl, description_en, description_pl, monthly_usd, annual_usd, monthly_pln, annual_pln, ai_words, projects, runs_per_day, bulk_rows, position)
VALUES
    (0, 'Free', 'Darmowy', 'To get to know the tools.', 'Na poznanie narzędzi.', 0, 0, 0, 0, 10000, 3, NULL, 100, 0),
    (1, 'Starter', 'Starter', 'For one website and its shop window.', 'Dla jednej strony i jej wizytówki w sieci.', 3900, 39000, 9900, 99000, 100000, 5, NULL, 500, 1),
    (2, 'Pro', 'Pro', 'For marketers and shops that publish every day.', 'Dla marketerów i sklepów, które publikują codziennie.', 7900, 79000, 19900, 199000, 300000, 15, NULL, 2000, 2),
    (3, 'Agency', 'Agencja', 'For agencies with many clients.', 'Dla agencji z wieloma klientami.', 19900, 199000, 49900, 499000, 1000000, NULL, NULL, NULL, 3);

-- Which plan an account has. Whoever has no row has the free plan and no words yet. `users.product_id` is not read any more.
CREATE TABLE subscriptions (
    account_id   TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    product_id   BIGINT NOT NULL REFERENCES products (id),
    -- How it is paid; words are given month by month either way.
    period       TEXT   NOT NULL CHECK (period IN ('monthly', 'annual')),
    since        BIGINT NOT NULL,
    -- Number of the month for which words were given last, counted over all plans of the account.
    term         BIGINT NOT NULL CHECK (term >= 0),
    -- From then on the words of the next month are due.
    term_ends_at BIGINT NOT NULL
);
CREATE INDEX subscriptions_of_product ON subscriptions (product_id);
CREATE INDEX subscriptions_by_end ON subscriptions (term_ends_at);

-- Accounts from before there were plans: their first month begins when it is looked for.
INSERT INTO subscriptions (account_id, product_id, period, since, term, term_ends_at)
SELECT id, 0, 'monthly', created_at, 0, created_at FROM users WHERE email_verified_at IS NOT NULL AND deleted_at IS NULL;

-- What people ask of the administrators as long as nobody can pay by themselves.
CREATE TABLE plan_requests (
    id         TEXT   NOT NULL PRIMARY KEY,
    account_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    product_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    period     TEXT   NOT NULL CHECK (period IN ('monthly', 'annual')),
    state      TEXT   NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn')),
    created_at BIGINT NOT NULL,
    decided_at BIGINT,
    CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX plan_requests_open ON plan_requests (account_id) WHERE state = 'open';
CREATE INDEX plan_requests_by_state ON plan_requests (state, id);

-- Runs begun on a day (UTC), for plans that limit them: a deleted project takes its runs along, but does not give them back.
CREATE TABLE run_days (
    account_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Days since the Unix epoch.
    day        BIGINT NOT NULL,
    runs       BIGINT NOT NULL,
    PRIMARY KEY (account_id, day)
);
CREATE INDEX run_days_by_day ON run_days (day);

-- The ledger learns of months. What is left when a month ends expires, so that words do not pile up: an entry of its own,
-- because rows of the ledger are only ever added.
-- SQLite cannot change a CHECK, so the table is made anew.
CREATE TABLE word_entries_by_term (
    account_id TEXT   NOT NULL REFERENCES users (id),
    -- 1, 2, 3 … for each account: two writers cannot both continue from the same balance.
    seq        BIGINT NOT NULL,
    kind       TEXT   NOT NULL CHECK (kind IN ('grant', 'reserve', 'settle', 'expire')),
    words      BIGINT NOT NULL,
    balance    BIGINT NOT NULL CHECK (balance >= 0),
    -- Why words were granted or expired ('welcome', 'plan', 'renewal', 'term-over', …).
    reason     TEXT,
    run_id     TEXT,
    attempt    BIGINT,
    -- The number of the model call within the attempt that a reservation is for.
    call       BIGINT,
    tool       TEXT,
    created_at BIGINT NOT NULL,
    -- Of a grant that opens a month: its number, as in `subscriptions`.
    term       BIGINT,
    PRIMARY KEY (account_id, seq),
    CHECK (kind <> 'grant' OR (words >= 0 AND reason IS NOT NULL)),
    CHECK (kind <> 'reserve' OR (words <= 0 AND run_id IS NOT NULL AND attempt IS NOT NULL AND call IS NOT NULL)),
    CHECK (kind <> 'settle' OR (words >= 0 AND run_id IS NOT NULL AND attempt IS NOT NULL)),
    CHECK (kind <> 'expire' OR (words < 0 AND reason IS NOT NULL)),
    CHECK (term IS NULL OR kind = 'grant')
) WITHOUT ROWID;
INSERT INTO word_entries_by_term (account_id, seq, kind, words, balance, reason, run_id, attempt, call, tool, created_at)
SELECT account_id, seq, kind, words, balance, reason, run_id, attempt, call, tool, created_at FROM word_entries;
DROP TABLE word_entries;
ALTER TABLE word_entries_by_term RENAME TO word_entries;

-- What could be charged or granted twice is refused here.
CREATE UNIQUE INDEX word_entries_reserved_once ON word_entries (run_id, attempt, call) WHERE kind = 'reserve';
CREATE UNIQUE INDEX word_entries_settled_once ON word_entries (run_id, attempt) WHERE kind = 'settle';
CREATE UNIQUE INDEX word_entries_welcomed_once ON word_entries (account_id) WHERE kind = 'grant' AND reason = 'welcome';
CREATE UNIQUE INDEX word_entries_once_a_term ON word_entries (account_id, term) WHERE term IS NOT NULL;
CREATE INDEX word_entries_granted ON word_entries (account_id, seq, words) WHERE kind = 'grant';

CREATE TRIGGER word_entries_never_change BEFORE UPDATE ON word_entries
BEGIN
    SELECT RAISE(ABORT, 'word_entries is append-only');
END;

CREATE TRIGGER word_entries_never_go BEFORE DELETE ON word_entries
BEGIN
    SELECT RAISE(ABORT, 'word_entries is append-only');
END;
