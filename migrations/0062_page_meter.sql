-- Pages that site audits crawl are counted like words: a plan grants them each month.
-- owner: plans

-- Pages per month.
ALTER TABLE products ADD COLUMN pages BIGINT NOT NULL DEFAULT 0 CHECK (pages >= 0);
-- The free plan has 500 pages with 10,000 words; the other plans have as many for each word.
UPDATE products SET pages = CASE WHEN id = 0 THEN 500 ELSE ai_words / 20 END;

-- Accounts and trials get the pages of the month that they are in, so that they need not wait for the next one.
INSERT INTO meter_entries (holder, meter, seq, kind, amount, balance, reason, created_at, term, trial_id)
SELECT m.holder, 'pages', 1, 'grant', p.pages, p.pages, m.reason, m.created_at, m.term, m.trial_id
FROM meter_entries m
LEFT JOIN trials t ON t.id = m.trial_id
LEFT JOIN subscriptions s ON s.account_id = m.holder
JOIN products p ON p.id = COALESCE(t.product_id, s.product_id)
WHERE m.meter = 'words' AND m.term IS NOT NULL AND NOT EXISTS
    (SELECT 1 FROM meter_entries n WHERE n.holder = m.holder AND n.meter = m.meter AND n.term > m.term);
