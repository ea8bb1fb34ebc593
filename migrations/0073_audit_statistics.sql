-- How large audits are, for the plans of queries.
-- owner: audits

-- SQLite has no statistics of its own here, and takes an audit for ten rows: it then reads the whole audit where it should
-- read one page or one address. These are those of some large audits: rows, and rows with the same first columns.
ANALYZE sqlite_schema;
DELETE FROM sqlite_stat1 WHERE tbl IN ('audit_pages', 'audit_findings', 'audit_rules');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('audit_pages', 'audit_pages', '1000000 10000 1'),
    ('audit_pages', 'audit_pages_of_url', '1000000 10000 1'),
    ('audit_findings', 'audit_findings', '5000000 50000 500 1'),
    ('audit_findings', 'audit_findings_of_page', '5000000 50000 5'),
    ('audit_rules', 'sqlite_autoindex_audit_rules_1', '30000 300 1'),
    ('audit_rules', 'audit_rules_of_rule', '30000 300 1');
ANALYZE sqlite_schema;
