-- Figures for administrators: views of what other slices count, and indexes for sums by time.

-- Words of each account in its current month.
CREATE VIEW account_words AS
SELECT m.holder AS account_id,
    CAST((SELECT SUM(g.amount) FROM meter_entries g
          WHERE g.holder = m.holder AND g.meter = m.meter AND g.kind = 'grant' AND g.seq >= m.seq) AS BIGINT) AS allowance,
    (SELECT l.balance FROM meter_entries l WHERE l.holder = m.holder AND l.meter = m.meter ORDER BY l.seq DESC LIMIT 1) AS words_left
FROM meter_entries m
WHERE m.meter = 'words' AND m.term IS NOT NULL AND m.trial_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM meter_entries n WHERE n.holder = m.holder AND n.meter = m.meter AND n.term > m.term);

-- Reserved words are negative, released ones positive.
CREATE VIEW word_moves AS
SELECT holder AS account_id, tool, amount, created_at FROM meter_entries
WHERE meter = 'words' AND kind IN ('reserve', 'settle') AND trial_id IS NULL;
-- The columns of its condition are in the index too, or else the rows are read to check it.
CREATE INDEX meter_entries_by_time ON meter_entries (created_at, meter, kind, trial_id, amount)
    WHERE meter = 'words' AND kind IN ('reserve', 'settle') AND trial_id IS NULL;

CREATE VIEW model_days AS
SELECT day, tool, plan_id, account_id, calls, failures, words, micro_usd FROM model_usage;

CREATE INDEX model_usage_by_day ON model_usage (day, tool, words, micro_usd);

CREATE VIEW open_plan_requests AS SELECT id FROM plan_requests WHERE state = 'open';

CREATE VIEW mail_states AS SELECT id, status FROM mails;

CREATE VIEW shop_states AS SELECT id, status FROM shops;

CREATE VIEW review_states AS SELECT id, state FROM submissions;

CREATE VIEW publisher_balances AS
SELECT e.publisher_id, e.currency, e.balance FROM revenue_entries e
WHERE e.seq = (SELECT MAX(l.seq) FROM revenue_entries l WHERE l.publisher_id = e.publisher_id AND l.currency = e.currency);

CREATE VIEW closed_months AS SELECT month, usd, pln, platform_usd, platform_pln FROM revenue_months;

-- Covers the figures by day, by tool and by account.
CREATE INDEX runs_by_time ON runs (created_at, trial_id, tool, account_id, status) WHERE trial_id IS NULL;
CREATE INDEX users_by_registration ON users (created_at, id) WHERE deleted_at IS NULL;
