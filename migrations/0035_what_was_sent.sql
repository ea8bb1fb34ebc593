-- What a publisher's package was called when it was sent, and when that was last; NULL where nobody noted it.
ALTER TABLE submissions ADD COLUMN file_name TEXT;
ALTER TABLE submissions ADD COLUMN sent_at BIGINT;
