-- Logins of staging sites, and audits that a deployment starts.
-- owner: audits

-- The connection with the login of the site; NULL without one.
ALTER TABLE audit_settings ADD COLUMN login TEXT REFERENCES connections (id) ON DELETE SET NULL;
CREATE INDEX audit_settings_by_login ON audit_settings (login);
-- The name of the last delivery of the deployment, as its sender gave it.
ALTER TABLE audit_settings ADD COLUMN delivery TEXT;
