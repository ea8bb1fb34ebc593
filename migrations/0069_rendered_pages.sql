-- Pages of an audit that a browser was asked to render, and those that it rendered.
-- owner: audits

ALTER TABLE audits ADD COLUMN render_asked BIGINT NOT NULL DEFAULT 0;
ALTER TABLE audits ADD COLUMN rendered BIGINT NOT NULL DEFAULT 0;
