-- Pictures that were stored as they came still hold what cameras and programs write beside the picture: places, names of
-- devices, comments. The server encodes those again, one after another, and notes here which are done.
ALTER TABLE avatars ADD COLUMN clean BOOLEAN NOT NULL DEFAULT FALSE;
