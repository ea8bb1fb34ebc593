-- Shares of revenue: what was agreed with publishers, what their tools were used for by accounts that pay, how a month was
-- split, and the ledger of what publishers are owed and were paid.

-- Runs that an administrator began in somebody's place: they are no use that is paid for.
ALTER TABLE runs ADD COLUMN acted BOOLEAN NOT NULL DEFAULT FALSE;

-- The share that a publisher has from a month on; of several for a month the newest holds. Rows are only ever added.
CREATE TABLE revenue_agreements (
    publisher_id TEXT   NOT NULL REFERENCES publishers (id),
    seq          BIGINT NOT NULL,
    -- Months since the year 0, as everywhere here.
    from_month   BIGINT NOT NULL,
    -- Hundredths of a per cent.
    share_bps    BIGINT NOT NULL CHECK (share_bps BETWEEN 0 AND 10000),
    -- People are named by id alone, without a reference, as in the audit log.
    decided_by   TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (publisher_id, seq)
);

-- How far the use was counted: all days (since the Unix epoch, in UTC) from `first_day` to before `next_day`.
CREATE TABLE revenue_count (
    id        BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    first_day BIGINT NOT NULL,
    next_day  BIGINT NOT NULL CHECK (next_day >= first_day)
);

-- What an account pays, as a weight: the price of a year of its plan in cents and grosze, summed over the days on which it
-- had that plan. By id alone, so that what was counted stays when the account is erased.
CREATE TABLE revenue_fees (
    month      BIGINT NOT NULL,
    account_id TEXT   NOT NULL,
    usd        BIGINT NOT NULL CHECK (usd >= 0),
    pln        BIGINT NOT NULL CHECK (pln >= 0),
    PRIMARY KEY (month, account_id)
);

-- What it used: completed runs and their words. An empty publisher: a tool that is the server's own.
CREATE TABLE revenue_uses (
    month        BIGINT NOT NULL,
    account_id   TEXT   NOT NULL,
    publisher_id TEXT   NOT NULL,
    tool         TEXT   NOT NULL,
    runs         BIGINT NOT NULL CHECK (runs > 0),
    words        BIGINT NOT NULL CHECK (words >= 0),
    PRIMARY KEY (month, account_id, publisher_id, tool)
);

-- Months that are closed: the net revenue in cents and grosze, and what of it stays with the platform.
CREATE TABLE revenue_months (
    month        BIGINT NOT NULL PRIMARY KEY,
    usd          BIGINT NOT NULL CHECK (usd >= 0),
    pln          BIGINT NOT NULL CHECK (pln >= 0),
    platform_usd BIGINT NOT NULL CHECK (platform_usd BETWEEN 0 AND usd),
    platform_pln BIGINT NOT NULL CHECK (platform_pln BETWEEN 0 AND pln),
    -- SHA-256 of the preview that was confirmed.
    digest       TEXT   NOT NULL CHECK (length(digest) = 64),
    closed_by    TEXT   NOT NULL,
    closed_at    BIGINT NOT NULL
);

-- How a closed month was split over the tools of publishers.
CREATE TABLE revenue_lines (
    month        BIGINT NOT NULL REFERENCES revenue_months (month),
    publisher_id TEXT   NOT NULL REFERENCES publishers (id),
    tool         TEXT   NOT NULL,
    runs         BIGINT NOT NULL,
    words        BIGINT NOT NULL,
    accounts     BIGINT NOT NULL,
    share_bps    BIGINT NOT NULL,
    -- What of the revenue fell to the tool, and what of that is the publisher's.
    gross_usd    BIGINT NOT NULL,
    gross_pln    BIGINT NOT NULL,
    usd          BIGINT NOT NULL CHECK (usd >= 0),
    pln          BIGINT NOT NULL CHECK (pln >= 0),
    PRIMARY KEY (month, publisher_id, tool)
);
CREATE INDEX revenue_lines_of_publisher ON revenue_lines (publisher_id, month);

-- The ledger of each publisher and currency. Rows are only ever added; a balance is that of the last row. It may fall below
-- zero by a correction, never by a payout.
CREATE TABLE revenue_entries (
    publisher_id TEXT   NOT NULL REFERENCES publishers (id),
    currency     TEXT   NOT NULL CHECK (currency IN ('USD', 'PLN')),
    -- 1, 2, 3 … for each publisher and currency: two writers cannot both continue from the same balance.
    seq          BIGINT NOT NULL,
    kind         TEXT   NOT NULL CHECK (kind IN ('accrual', 'adjustment', 'payout', 'payout-returned')),
    amount       BIGINT NOT NULL CHECK (amount <> 0),
    balance      BIGINT NOT NULL,
    -- Of an accrual: the month.
    month        BIGINT REFERENCES revenue_months (month),
    -- Why it was corrected, or came back.
    reason       TEXT,
    -- What the bank knows the payout by, and the day of it, since the Unix epoch.
    reference    TEXT,
    paid_on      BIGINT,
    -- Of a payout that came back: its `seq`.
    returns      BIGINT,
    made_by      TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (publisher_id, currency, seq),
    CHECK ((kind = 'accrual') = (month IS NOT NULL)),
    CHECK (kind <> 'accrual' OR amount > 0),
    CHECK (kind <> 'adjustment' OR reason IS NOT NULL),
    CHECK ((kind = 'payout') = (reference IS NOT NULL)),
    CHECK (kind <> 'payout' OR (amount < 0 AND balance >= 0 AND paid_on IS NOT NULL)),
    CHECK ((kind = 'payout-returned') = (returns IS NOT NULL)),
    CHECK (kind <> 'payout-returned' OR (amount > 0 AND reason IS NOT NULL))
);

-- What could be written twice is refused here.
CREATE UNIQUE INDEX revenue_entries_accrued_once ON revenue_entries (publisher_id, currency, month) WHERE kind = 'accrual';
CREATE UNIQUE INDEX revenue_entries_paid_once ON revenue_entries (publisher_id, currency, reference) WHERE kind = 'payout';
CREATE UNIQUE INDEX revenue_entries_returned_once ON revenue_entries (publisher_id, currency, returns) WHERE kind = 'payout-returned';

CREATE TRIGGER revenue_agreements_never_change BEFORE UPDATE OR DELETE ON revenue_agreements
FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER revenue_months_never_change BEFORE UPDATE OR DELETE ON revenue_months
FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER revenue_lines_never_change BEFORE UPDATE OR DELETE ON revenue_lines
FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER revenue_entries_never_change BEFORE UPDATE OR DELETE ON revenue_entries
FOR EACH ROW EXECUTE FUNCTION refuse_change();
