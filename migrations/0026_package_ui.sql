-- Pages that packages bring for their tools: every file below ui/, ready to be sent.
CREATE TABLE package_ui (
    digest  TEXT  NOT NULL REFERENCES packages (digest) ON DELETE CASCADE,
    -- Below ui/, such as index.html.
    path    TEXT  NOT NULL,
    content BYTEA NOT NULL,
    PRIMARY KEY (digest, path)
);
