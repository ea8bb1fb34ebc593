-- Whether `text` and `html` are encrypted with the server's secret key. Those of the version before are encrypted when the server starts.
ALTER TABLE mails ADD COLUMN sealed BOOLEAN NOT NULL DEFAULT FALSE;
