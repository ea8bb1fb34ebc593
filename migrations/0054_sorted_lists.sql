-- Indexes for the orders of the outbox.

CREATE INDEX mails_by_recipient ON mails (recipient, id);
CREATE INDEX mails_by_subject ON mails (subject, id);
CREATE INDEX mails_by_status ON mails (status, id);
-- The first one serves its searches too.
DROP INDEX mails_to;
