-- Statements that read a whole table because no index covered all rows that they need.

-- A run's settlement sums its entries of all kinds.
DROP INDEX meter_entries_reserved_once;
DROP INDEX meter_entries_settled_once;
CREATE UNIQUE INDEX meter_entries_once_a_run ON meter_entries (run_id, meter, attempt, kind, COALESCE(call, 0)) WHERE run_id IS NOT NULL;

-- The counts of an archive include its trash.
DROP INDEX documents_of_account;
CREATE INDEX documents_of_account ON documents (account_id, id, deleted_at);
