-- The catalogue of a process is brought up to date by what changed, and made at its start from few words of each package.

-- The generation of the registry at which the plugin changed last.
ALTER TABLE plugins ADD COLUMN generation BIGINT NOT NULL DEFAULT 0;
CREATE INDEX plugins_by_generation ON plugins (generation);

-- How many changes were noted at their plugins. A server of the version before notes none: whoever sees the two numbers
-- drift apart reads everything.
ALTER TABLE registry ADD COLUMN noted BIGINT NOT NULL DEFAULT 0;

-- JSON: name and summary by language, out of the descriptions. NULL where a server of the version before wrote the row.
ALTER TABLE packages ADD COLUMN names TEXT;
