-- How many documents an account has, those in the trash included. Every run asks for it, and counting them takes the longer the more
-- there are.
CREATE TABLE archives (
    account_id TEXT   PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    documents  BIGINT NOT NULL
);

INSERT INTO archives (account_id, documents) SELECT account_id, count(*) FROM documents GROUP BY account_id;

CREATE TRIGGER documents_count_in AFTER INSERT ON documents
BEGIN
    INSERT INTO archives (account_id, documents) VALUES (NEW.account_id, 1)
    ON CONFLICT (account_id) DO UPDATE SET documents = archives.documents + 1;
END;

CREATE TRIGGER documents_count_out AFTER DELETE ON documents
BEGIN
    UPDATE archives SET documents = archives.documents - 1 WHERE account_id = OLD.account_id;
END;
