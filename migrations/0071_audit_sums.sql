-- Sums of the pages and findings of audits, which screens read instead of counting, and the steps of the plan of fixes.
-- owner: audits

-- How many fetched addresses of an audit are alike, counted where they are stored.
CREATE TABLE audit_page_sums (
    audit BIGINT NOT NULL REFERENCES audits (number) ON DELETE CASCADE,
    role  BIGINT NOT NULL,
    -- The class of the status, such as 2 for 200 to 299; 0 did not answer.
    class BIGINT NOT NULL,
    -- Of the flags of pages: 1 an HTML page, 32 indexable.
    flags BIGINT NOT NULL,
    depth BIGINT NOT NULL,
    pages BIGINT NOT NULL,
    PRIMARY KEY (audit, role, class, flags, depth)
);
INSERT INTO audit_page_sums (audit, role, class, flags, depth, pages)
SELECT audit, role, status / 100, flags & 33, depth, count(*) FROM audit_pages WHERE batch >= 0 GROUP BY 1, 2, 3, 4, 5;

-- The counts of a rule follow each finding that is stored. Audits that are not done had none.
UPDATE audit_rules SET (errors, warnings, notices) = (SELECT
    COALESCE(SUM(CASE WHEN f.severity = 0 THEN 1 ELSE 0 END), 0),
    COALESCE(SUM(CASE WHEN f.severity = 1 THEN 1 ELSE 0 END), 0),
    COALESCE(SUM(CASE WHEN f.severity = 2 THEN 1 ELSE 0 END), 0)
    FROM audit_findings f WHERE f.audit = audit_rules.audit AND f.rule = audit_rules.number AND f.verified IS NULL)
WHERE audit IN (SELECT number FROM audits WHERE state <> 'done');

-- The step in which its errors should be fixed, from 1, and what the score gains by all rules of the step once the steps
-- before are done, in hundredths of a point; NULL if it is in no step.
ALTER TABLE audit_rules ADD COLUMN step BIGINT;
ALTER TABLE audit_rules ADD COLUMN step_gain BIGINT NOT NULL DEFAULT 0;

-- The rule of one audit in another.
CREATE INDEX audit_rules_of_rule ON audit_rules (audit, rule);
