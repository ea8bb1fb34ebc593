-- A check of some pages again is stored and charged once, and pages that did not change keep their facts.
-- owner: audits

-- The job that stored the batch, if it checked pages again.
ALTER TABLE audit_facts ADD COLUMN job TEXT;
CREATE UNIQUE INDEX audit_facts_of_job ON audit_facts (job) WHERE job IS NOT NULL;
