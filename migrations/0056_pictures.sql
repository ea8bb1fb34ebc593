-- Pictures of the public site, which administrators upload.

-- owner: pictures
CREATE TABLE pictures (
    -- The hash of the uploaded file.
    id             TEXT    NOT NULL PRIMARY KEY,
    -- Pixels of the largest file.
    width          BIGINT  NOT NULL CHECK (width BETWEEN 1 AND 1600),
    height         BIGINT  NOT NULL CHECK (height >= 1),
    is_transparent BOOLEAN NOT NULL,
    -- Whether the background job has made its AVIF files.
    has_avif       BOOLEAN NOT NULL DEFAULT FALSE,
    created_at     BIGINT  NOT NULL
);
CREATE INDEX pictures_by_age ON pictures (created_at, id);

-- owner: pictures
CREATE TABLE picture_files (
    picture_id TEXT   NOT NULL REFERENCES pictures (id) ON DELETE CASCADE,
    width      BIGINT NOT NULL,
    -- The ending of its name.
    format     TEXT   NOT NULL CHECK (format IN ('avif', 'webp', 'jpg', 'png')),
    content    BYTEA  NOT NULL,
    PRIMARY KEY (picture_id, width, format)
);
