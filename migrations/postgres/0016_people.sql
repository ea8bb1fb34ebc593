-- What administrators need of people: to find them, to see when they were here last, to keep somebody out for a while.

-- A suspended person cannot sign in.
ALTER TABLE users ADD COLUMN suspended_at BIGINT;
-- When the person used the product last, to a quarter of an hour. An administrator in their place does not count.
ALTER TABLE users ADD COLUMN seen_at BIGINT;
UPDATE users SET seen_at = (SELECT MAX(seen_at) FROM sessions WHERE user_id = users.id AND impersonator_id IS NULL);
-- Name and address in lower case without accents, for the search. NULL: to be made by the next search.
ALTER TABLE users ADD COLUMN folded TEXT;
CREATE INDEX users_to_fold ON users (id) WHERE folded IS NULL;

CREATE FUNCTION forget_folded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.folded := NULL;
    RETURN NEW;
END
$$;

CREATE TRIGGER users_fold_anew BEFORE UPDATE OF name, email, pending_email ON users
FOR EACH ROW EXECUTE FUNCTION forget_folded();
