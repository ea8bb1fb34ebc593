-- The number of documents of each account that has any.
CREATE VIEW archive_sizes AS SELECT account_id, documents FROM archives;
