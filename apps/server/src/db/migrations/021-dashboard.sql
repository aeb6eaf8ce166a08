-- What the dashboard reads: transactions by day, kept by difference as the use of codes is; the errors of files by code;
-- and the processes that run.

CREATE TABLE transaction_days (
  business_date date NOT NULL,
  -- Empty where the transactions have none.
  company_code text COLLATE "C" NOT NULL,
  tran_class text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  transactions bigint NOT NULL,
  -- Centavos and hundredths of a point, with their sign.
  amount bigint NOT NULL,
  points bigint NOT NULL,
  PRIMARY KEY (business_date, company_code, tran_class, status)
);
CREATE INDEX transaction_days_pending ON transaction_days (business_date) WHERE status = 'PENDING';
CREATE INDEX transaction_days_empty ON transaction_days (business_date) WHERE transactions = 0;

-- The statements that apply a change, as those of `code_usage`.
CREATE FUNCTION transaction_day_statements(changed text, is_removing boolean) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  RETURN NEXT format(
    'INSERT INTO transaction_days AS days
    SELECT business_date, coalesce(company_code, ''''), coalesce(tran_class, ''''), status,
      sum(sign), sum(sign * amount), sum(sign * points)
    FROM (%s) AS changed GROUP BY 1, 2, 3, 4
    HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0 OR sum(sign * points) <> 0
    ON CONFLICT (business_date, company_code, tran_class, status) DO UPDATE SET
      transactions = days.transactions + excluded.transactions,
      amount = days.amount + excluded.amount, points = days.points + excluded.points',
    changed);
  IF is_removing THEN
    RETURN NEXT 'DELETE FROM transaction_days WHERE transactions = 0';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION transactions_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  came constant text := 'SELECT *, 1 AS sign FROM added';
  went constant text := 'SELECT *, -1 AS sign FROM removed';
  changed constant text :=
    CASE TG_OP WHEN 'INSERT' THEN came WHEN 'DELETE' THEN went ELSE came || ' UNION ALL ' || went END;
  next_statement text;
BEGIN
  -- Until the load commits: two loads at once would miss each other's first and last transactions.
  LOCK TABLE code_usage IN SHARE ROW EXCLUSIVE MODE;
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM code_usage;
    DELETE FROM transaction_days;
    RETURN NULL;
  END IF;
  FOR next_statement IN
    SELECT code_usage_statements(changed, TG_OP <> 'INSERT')
    UNION ALL SELECT transaction_day_statements(changed, TG_OP <> 'INSERT')
  LOOP
    EXECUTE next_statement;
  END LOOP;
  RETURN NULL;
END $$;

DO $$
DECLARE
  next_statement text;
BEGIN
  FOR next_statement IN SELECT transaction_day_statements('SELECT *, 1 AS sign FROM transactions', false) LOOP
    EXECUTE next_statement;
  END LOOP;
END $$;

-- The transactions of a day, and in their order those that repeat each other.
CREATE INDEX transactions_of_day ON transactions (business_date, source_terminal_id, receipt_no, amount);
CREATE INDEX transactions_pending ON transactions (business_date) WHERE status = 'PENDING';

GRANT SELECT ON transaction_days TO backoffice_app;

-- Of a dry run: errors by their code, all of them.
ALTER TABLE files ADD COLUMN error_codes jsonb NOT NULL DEFAULT '{}';
UPDATE files SET error_codes = counted.codes
FROM (
  SELECT source_filekey, jsonb_object_agg(code, errors) AS codes
  FROM (SELECT source_filekey, code, count(*) AS errors FROM file_errors WHERE severity = 'error' GROUP BY 1, 2) AS each
  GROUP BY 1
) AS counted
WHERE counted.source_filekey = files.source_filekey;
CREATE INDEX files_uploaded_at ON files (uploaded_at);
CREATE INDEX files_validated_at ON files (validated_at);
CREATE INDEX files_finished_at ON files (finished_at);

-- Each process says every few seconds that it is alive.
CREATE TABLE processes (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('web', 'worker')),
  build text NOT NULL,
  started_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  -- Calls of the last minutes by their time, in the buckets of `telemetry/latencies.ts`.
  calls int[] NOT NULL DEFAULT '{}'
);
GRANT SELECT, INSERT, UPDATE, DELETE ON processes TO backoffice_app;

