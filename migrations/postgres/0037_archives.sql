-- How many documents an account has, those in the trash included. Every run asks for it, and counting them takes the longer the more
-- there are.
CREATE TABLE archives (
    account_id TEXT   PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    documents  BIGINT NOT NULL
);

INSERT INTO archives (account_id, documents) SELECT account_id, count(*) FROM documents GROUP BY account_id;

CREATE FUNCTION count_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO archives (account_id, documents) VALUES (NEW.account_id, 1)
        ON CONFLICT (account_id) DO UPDATE SET documents = archives.documents + 1;
    ELSE
        UPDATE archives SET documents = archives.documents - 1 WHERE account_id = OLD.account_id;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER documents_count AFTER INSERT OR DELETE ON documents
FOR EACH ROW EXECUTE FUNCTION count_documents();
