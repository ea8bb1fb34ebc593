-- Wrong codes of a second factor are counted where neither a restart nor another process forgets them.
ALTER TABLE two_factor ADD COLUMN wrong_codes BIGINT NOT NULL DEFAULT 0;
-- When the present count began.
ALTER TABLE two_factor ADD COLUMN wrong_since BIGINT NOT NULL DEFAULT 0;
