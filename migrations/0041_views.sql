-- What slices publish of their tables. Another slice reads these views and no table; `SLICE` of the owner lists them.
-- A view contains no secrets and no deleted accounts, and keeps its columns when its tables change.

-- Users with an account.
CREATE VIEW user_profiles AS
SELECT id, name, email, pending_email, email_proven, email_verified_at, avatar, role, language, folded,
    -- Until the first address is verified, the pending one: `email` is a placeholder then.
    CASE WHEN email_verified_at IS NULL THEN COALESCE(pending_email, email) ELSE email END AS shown_email,
    password_hash IS NOT NULL AS has_password, google_id IS NOT NULL AS has_google,
    suspended_at, seen_at, created_at
FROM users WHERE deleted_at IS NULL;

-- Accounts with another plan than the free one, which is plan 0.
CREATE VIEW account_plans AS SELECT account_id, product_id FROM subscriptions;

-- Accounts whose plan has a price, and the price of a whole year.
CREATE VIEW paying_accounts AS
SELECT s.account_id, s.since,
    CASE WHEN s.period = 'annual' THEN p.annual_usd ELSE 12 * p.monthly_usd END AS usd,
    CASE WHEN s.period = 'annual' THEN p.annual_pln ELSE 12 * p.monthly_pln END AS pln
FROM subscriptions s JOIN products p ON p.id = s.product_id
WHERE p.monthly_usd + p.annual_usd + p.monthly_pln + p.annual_pln > 0;

CREATE VIEW project_domains AS SELECT id, account_id, domain FROM projects;

-- Rated documents, with the package that made them.
CREATE VIEW document_ratings AS
SELECT id AS document_id, account_id, package_digest, rating, created_at FROM documents WHERE rating IS NOT NULL;

CREATE VIEW favourite_tools AS SELECT account_id, tool FROM favourites;

-- Keys that are not revoked; `tools` is NULL for all tools.
CREATE VIEW unrevoked_api_keys AS
SELECT id, account_id, tools, expires_at FROM api_keys WHERE revoked_at IS NULL;

-- `customer_runs` and those of trials, for administrators.
CREATE VIEW runs_with_trials AS
SELECT id, account_id, trial_id, tool, tool_version, package_digest, language, status, attempt, input, outcome, problem, words, drafted,
    key_id, revises, progress_done, progress_total, created_at, started_at, finished_at
FROM runs;

CREATE VIEW customer_bulk_jobs AS SELECT id, account_id, tool, status FROM bulk_jobs;

CREATE VIEW publisher_names AS SELECT id, name, level, created_at FROM publishers;

-- Plugins that are installed, or were.
CREATE VIEW plugin_listings AS SELECT id, publisher, installed, listed, current_digest FROM plugins;

CREATE VIEW package_versions AS SELECT digest, plugin, publisher, version, state FROM packages;

-- Ended runs of a package in each hour since the Unix epoch.
CREATE VIEW package_hours AS SELECT digest, hour, runs, failures, traps FROM version_stats;

CREATE VIEW publisher_accounts AS SELECT publisher_id, account_id FROM publisher_members;

-- Publishers with payout details, which are encrypted with the server's secret.
CREATE VIEW publisher_payouts AS SELECT publisher_id, payout FROM publisher_profiles WHERE payout IS NOT NULL;
