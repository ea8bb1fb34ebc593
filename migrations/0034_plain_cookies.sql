-- Whether a session may still come in a cookie whose name lacks the prefix `__Host-`, once, to get one that has it: the session began
-- before the server gave out such names.
ALTER TABLE sessions ADD COLUMN plain_cookie BOOLEAN NOT NULL DEFAULT TRUE;
