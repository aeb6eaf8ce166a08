-- Cards and transactions as they arrive by bulk load: read-only to the application.

CREATE TABLE cards (
  card_number bigint NOT NULL PRIMARY KEY CHECK (card_number BETWEEN 0 AND 9999999999999999),
  account_number text NOT NULL CHECK (account_number ~ '^[0-9]{10,12}$'),
  tier text NOT NULL CHECK (length(tier) BETWEEN 1 AND 20),
  status text NOT NULL
    CHECK (status IN ('INACTIVE', 'ACTIVE', 'REGISTERED', 'LINKED', 'EXPIRED', 'BLOCKED', 'LOST')),
  activated_on date,
  expires_on date CHECK (expires_on >= activated_on),
  -- Hundredths of a point.
  points_balance bigint NOT NULL,
  member_name_masked text NOT NULL CHECK (length(member_name_masked) <= 100)
);

-- The look-up of an inquiry reads this index and never the table.
CREATE INDEX cards_inquiry ON cards (card_number) INCLUDE (status, tier, points_balance);
CREATE INDEX cards_account_number ON cards (account_number);

-- No reference to cards: a transaction can arrive before its card, and a load is not refused for it.
CREATE TABLE transactions (
  transaction_id bigint NOT NULL PRIMARY KEY,
  card_number bigint NOT NULL CHECK (card_number BETWEEN 0 AND 9999999999999999),
  business_date date NOT NULL,
  transaction_at timestamptz NOT NULL,
  posted_at timestamptz,
  -- As the source said it, so that gaps in the mapping can be found.
  source_system text NOT NULL CHECK (source_system IN ('POS', 'FUEL', 'ONLINE', 'KIOSK')),
  source_tran_code text NOT NULL CHECK (length(source_tran_code) <= 8),
  source_tender_id text CHECK (length(source_tender_id) <= 4),
  source_terminal_id text CHECK (length(source_terminal_id) <= 8),
  -- As we name it; empty where there is no mapping yet.
  tran_code text CHECK (length(tran_code) <= 4),
  tran_class text CHECK (
    tran_class IN (
      'EARN', 'REDEEM', 'REVERSAL', 'ADJUSTMENT', 'TRANSFER', 'EXPIRY', 'ACTIVATION', 'RENEWAL', 'INQUIRY'
    )
  ),
  company_code text CHECK (length(company_code) <= 6),
  branch_code text CHECK (length(branch_code) <= 6),
  terminal_id text CHECK (length(terminal_id) <= 8),
  payment_method_code text CHECK (length(payment_method_code) <= 4),
  receipt_no text CHECK (length(receipt_no) <= 20),
  rrn text CHECK (length(rrn) <= 12),
  approval_code text CHECK (length(approval_code) <= 6),
  -- Centavos and hundredths of a point; a reversal carries both negative.
  amount bigint NOT NULL,
  currency text NOT NULL DEFAULT 'PHP' CHECK (currency = 'PHP'),
  points bigint NOT NULL,
  balance_after bigint,
  status text NOT NULL CHECK (status IN ('POSTED', 'PENDING', 'REVERSED', 'REJECTED')),
  reject_reason text CHECK (length(reject_reason) <= 100)
);

CREATE INDEX transactions_inquiry ON transactions (card_number, business_date)
  INCLUDE (amount, points, status, tran_class, transaction_at);

CREATE TABLE holidays (
  day date NOT NULL PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60)
);

-- Working days between two days are a subtraction: counting them for each row takes 170 times as long.
CREATE TABLE calendar_days (
  day date NOT NULL PRIMARY KEY,
  is_working_day boolean NOT NULL,
  -- Up to and with this day.
  working_days bigint NOT NULL
);

CREATE FUNCTION refresh_calendar() RETURNS void LANGUAGE sql AS $$
  WITH days AS (
    SELECT d::date AS day,
      extract(isodow FROM d) < 6 AND NOT EXISTS (SELECT FROM holidays WHERE holidays.day = d::date) AS working
    FROM generate_series(date '2015-01-01', date '2040-12-31', interval '1 day') AS d
  )
  INSERT INTO calendar_days
  SELECT day, working, count(*) FILTER (WHERE working) OVER (ORDER BY day) FROM days
  ON CONFLICT (day) DO UPDATE
    SET is_working_day = excluded.is_working_day, working_days = excluded.working_days
    WHERE (calendar_days.is_working_day, calendar_days.working_days)
      IS DISTINCT FROM (excluded.is_working_day, excluded.working_days);
$$;

CREATE FUNCTION holidays_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_calendar();
  RETURN NULL;
END;
$$;

CREATE TRIGGER holidays_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON holidays
  FOR EACH STATEMENT EXECUTE FUNCTION holidays_changed();

-- Regular holidays of a fixed date (Republic Act 9492); those that move are entered year by year.
INSERT INTO holidays (day, name)
SELECT make_date(year, month, day), name
FROM generate_series(2015, 2040) AS year,
  (VALUES
    (1, 1, 'New Year’s Day'),
    (4, 9, 'Day of Valour'),
    (5, 1, 'Labour Day'),
    (6, 12, 'Independence Day'),
    (11, 30, 'Bonifacio Day'),
    (12, 25, 'Christmas Day'),
    (12, 30, 'Rizal Day')
  ) AS fixed (month, day, name);

-- One table for each uploaded file between its dry run and its end.
CREATE SCHEMA staging;
GRANT USAGE, CREATE ON SCHEMA staging TO backoffice_app;

GRANT SELECT ON cards, transactions, holidays, calendar_days TO backoffice_app;
