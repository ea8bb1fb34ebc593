-- Views of the public site by day. No row is about one visitor: no address, cookie or name is stored.

-- owner: visits
CREATE TABLE visits (
    -- Days since the Unix epoch, UTC.
    day      BIGINT NOT NULL,
    -- `day`: the whole site, with an empty name; `page`: a path; `source`: where visitors came from, empty if unknown.
    kind     TEXT   NOT NULL CHECK (kind IN ('day', 'page', 'source')),
    name     TEXT   NOT NULL CHECK (length(name) <= 300),
    views    BIGINT NOT NULL CHECK (views >= 0),
    visitors BIGINT NOT NULL CHECK (visitors >= 0),
    sign_ups BIGINT NOT NULL CHECK (sign_ups >= 0),
    PRIMARY KEY (day, kind, name)
);
