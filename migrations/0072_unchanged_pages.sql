-- Pages that have not changed since the audit before, as their servers say: they are neither fetched nor charged. Their facts
-- are those of the audit before if the same version of the server read them.
-- owner: audits
ALTER TABLE audits ADD COLUMN unchanged BIGINT NOT NULL DEFAULT 0;
ALTER TABLE audits ADD COLUMN version TEXT NOT NULL DEFAULT '';
