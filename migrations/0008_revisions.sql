-- A run that rewrites part of a document proposes and makes no document of its own.
ALTER TABLE runs ADD COLUMN revises TEXT;
