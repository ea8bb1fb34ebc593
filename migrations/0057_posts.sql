-- Posts of the blog and the operator's own pages, with their authors and former addresses.
-- owner: posts

CREATE TABLE authors (
    id         TEXT   NOT NULL PRIMARY KEY,
    name       TEXT   NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    slug       TEXT   NOT NULL UNIQUE,
    bio_en     TEXT   NOT NULL,
    bio_pl     TEXT   NOT NULL,
    -- A page about the author; empty if there is none.
    link       TEXT   NOT NULL,
    picture_id TEXT,
    created_at BIGINT NOT NULL
);

CREATE TABLE posts (
    id               TEXT   NOT NULL PRIMARY KEY,
    kind             TEXT   NOT NULL CHECK (kind IN ('post', 'page')),
    language         TEXT   NOT NULL CHECK (language IN ('en', 'pl')),
    status           TEXT   NOT NULL CHECK (status IN ('draft', 'scheduled', 'published')),
    title            TEXT   NOT NULL,
    -- The title in lower case without accents, for the search.
    folded           TEXT   NOT NULL,
    -- Empty until there is a title.
    slug             TEXT   NOT NULL,
    description      TEXT   NOT NULL,
    author_id        TEXT   REFERENCES authors (id),
    cover_id         TEXT,
    cover_alt        TEXT   NOT NULL,
    -- The same text in the other language; both name each other.
    twin_id          TEXT   UNIQUE REFERENCES posts (id) ON DELETE SET NULL,
    -- The document of the archive that the text was taken from, and its version then. Posts outlive documents.
    document_id      TEXT,
    document_version BIGINT NOT NULL,
    -- Markdown, and what it was rendered to.
    text             TEXT   NOT NULL,
    html             TEXT   NOT NULL,
    -- The headings, JSON.
    outline          TEXT   NOT NULL,
    words            BIGINT NOT NULL CHECK (words >= 0),
    -- The secret in the address of the preview.
    token            TEXT   NOT NULL UNIQUE,
    publish_at       BIGINT CHECK ((publish_at IS NOT NULL) = (status = 'scheduled')),
    -- The administrator who scheduled it, until the account is deleted.
    scheduled_by     TEXT,
    -- When it was published first.
    published_at     BIGINT CHECK (published_at IS NOT NULL OR status <> 'published'),
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL
);
CREATE UNIQUE INDEX posts_of_slug ON posts (kind, language, slug) WHERE slug <> '';
CREATE INDEX posts_published ON posts (kind, language, published_at, id) WHERE status = 'published';
CREATE INDEX posts_of_author ON posts (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX posts_of_cover ON posts (cover_id) WHERE cover_id IS NOT NULL;
CREATE INDEX posts_of_document ON posts (document_id) WHERE document_id IS NOT NULL;

CREATE TABLE post_tags (
    post_id TEXT   NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    place   BIGINT NOT NULL,
    slug    TEXT   NOT NULL,
    name    TEXT   NOT NULL,
    PRIMARY KEY (post_id, slug)
);
CREATE INDEX post_tags_by_slug ON post_tags (slug, post_id);

-- The pictures that texts show.
CREATE TABLE post_pictures (
    post_id    TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    picture_id TEXT NOT NULL,
    PRIMARY KEY (post_id, picture_id)
);
CREATE INDEX post_pictures_by_picture ON post_pictures (picture_id);

-- Former addresses: they lead to their post, or say that it is gone.
CREATE TABLE post_addresses (
    kind     TEXT NOT NULL,
    language TEXT NOT NULL,
    slug     TEXT NOT NULL,
    post_id  TEXT REFERENCES posts (id) ON DELETE SET NULL,
    PRIMARY KEY (kind, language, slug)
);
CREATE INDEX post_addresses_of_post ON post_addresses (post_id) WHERE post_id IS NOT NULL;

-- The current versions of documents that are not in the trash.
-- owner: documents
CREATE VIEW document_editions AS SELECT id, account_id, version FROM documents WHERE deleted_at IS NULL;
