-- The key that a bulk job runs for: its runs count towards the limit of the key. NULL if a user has started it.
ALTER TABLE bulk_jobs ADD COLUMN key_id TEXT REFERENCES api_keys (id) ON DELETE SET NULL;
CREATE INDEX bulk_jobs_of_key ON bulk_jobs (key_id) WHERE key_id IS NOT NULL;

-- The request that has made an order, so that it makes one only: the client's idempotency key, and a digest of the order.
ALTER TABLE shop_orders ADD COLUMN request TEXT;
ALTER TABLE shop_orders ADD COLUMN request_digest TEXT;
CREATE UNIQUE INDEX shop_orders_by_request ON shop_orders (shop_id, request) WHERE request IS NOT NULL;
