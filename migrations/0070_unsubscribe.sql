-- Mails that their readers can unsubscribe from, and addresses that have done so.

-- The encrypted link to unsubscribe; NULL for mails about an account.
ALTER TABLE mails ADD COLUMN leave TEXT;

-- Addresses that do not want reports of an account any more. They stay when the project of the reports is deleted.
-- owner: audits
CREATE TABLE audit_refusals (
    account_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email      TEXT   NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    left_at    BIGINT NOT NULL,
    PRIMARY KEY (account_id, email)
);
INSERT INTO audit_refusals (account_id, email, left_at)
SELECT account_id, email, MAX(asked_at) FROM audit_recipients WHERE state = 'left' GROUP BY account_id, email;
