-- Which codes the transactions use, and which codes of their sources nobody has mapped yet, exactly: every statement that
-- changes transactions applies the difference it makes. In place of the tables that knew tenders alone.

CREATE TABLE code_usage (
  kind text COLLATE "C" NOT NULL,
  -- Empty where the kind has no such part, or the transactions have none.
  source_system text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  company_code text COLLATE "C" NOT NULL,
  branch_code text COLLATE "C" NOT NULL,
  first_used date NOT NULL,
  last_used date NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  transactions bigint NOT NULL,
  -- Centavos, whatever their sign.
  amount bigint NOT NULL,
  -- Its first or last transaction was taken away: found again before the statement ends.
  is_stale boolean NOT NULL DEFAULT false,
  PRIMARY KEY (kind, source_system, code, company_code, branch_code)
);
CREATE INDEX code_usage_to_tidy ON code_usage (kind) WHERE is_stale OR transactions = 0;
-- Of terminals: by their own id alone, and in the order of their last transaction.
CREATE INDEX code_usage_by_code ON code_usage (kind, code);
CREATE INDEX code_usage_by_last_at ON code_usage (kind, last_at);

-- What the unmapped transactions of a code are found by.
CREATE INDEX transactions_unmapped_tenders ON transactions (upper(source_tender_id), transaction_id)
  WHERE payment_method_code IS NULL AND source_tender_id IS NOT NULL;
CREATE INDEX transactions_unmapped_trancodes ON transactions (upper(source_tran_code), transaction_id)
  WHERE tran_code IS NULL;
CREATE INDEX transactions_unmapped_terminals ON transactions (upper(source_terminal_id), transaction_id)
  WHERE terminal_id IS NULL AND source_terminal_id IS NOT NULL;

-- What is counted: the key of each kind in the columns of a transaction, and which transactions have it.
CREATE FUNCTION code_usage_kinds() RETURNS TABLE (
  kind text, source_system text, code text, company_code text, branch_code text, condition text
) LANGUAGE sql IMMUTABLE AS $$
  SELECT kind, source_system, code, company_code, branch_code, condition FROM (VALUES
    ('TENDER', 'source_system', 'upper(source_tender_id)', 'coalesce(company_code, '''')', '''''', 'true'),
    ('TRANCODE', 'source_system', 'upper(source_tran_code)', 'coalesce(company_code, '''')', '''''', 'true'),
    ('TERMINAL', '''''', 'upper(source_terminal_id)', '''''', '''''', 'true'),
    ('COMPANY', '''''', 'company_code', '''''', '''''', 'true'),
    ('BRANCH', '''''', 'branch_code', 'company_code', '''''', 'company_code IS NOT NULL'),
    ('PAYMENT_METHOD', '''''', 'payment_method_code', '''''', '''''', 'true'),
    ('TRANSACTION_CODE', '''''', 'tran_code', '''''', '''''', 'true'),
    ('TENDER_GAP', 'source_system', 'source_tender_id', 'coalesce(company_code, '''')', 'coalesce(branch_code, '''')',
      'payment_method_code IS NULL'),
    ('TRANCODE_GAP', 'source_system', 'source_tran_code', 'coalesce(company_code, '''')',
      'coalesce(branch_code, '''')', 'tran_code IS NULL'),
    ('TERMINAL_GAP', 'source_system', 'source_terminal_id', 'coalesce(company_code, '''')',
      'coalesce(branch_code, '''')', 'terminal_id IS NULL'),
    -- A transaction that lacks several of them counts once.
    ('ANY_GAP', '''''', '''''', '''''', '''''',
      '(payment_method_code IS NULL AND source_tender_id IS NOT NULL) OR tran_code IS NULL
        OR (terminal_id IS NULL AND source_terminal_id IS NOT NULL)')
  ) AS kinds (kind, source_system, code, company_code, branch_code, condition)
$$;

-- The statements that apply a change, in their order; the trigger runs them, which alone can see what changed.
-- `changed`: a query for the transactions that came (sign 1) and went (sign -1).
CREATE FUNCTION code_usage_statements(changed text, is_removing boolean) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  of record;
  key text;
  changes text;
BEGIN
  FOR of IN SELECT * FROM code_usage_kinds() LOOP
    key := format('%s AS source_system, %s AS code, %s AS company_code, %s AS branch_code',
      of.source_system, of.code, of.company_code, of.branch_code);
    -- What went and what came with the same first and last days and times leaves those of the code as they are.
    changes := format(
      'SELECT %s, sum(sign) AS transactions, sum(sign * abs(amount)) AS amount,
        min(business_date) FILTER (WHERE sign > 0) AS first_used, max(business_date) FILTER (WHERE sign > 0) AS last_used,
        min(transaction_at) FILTER (WHERE sign > 0) AS first_at, max(transaction_at) FILTER (WHERE sign > 0) AS last_at,
        min(business_date) FILTER (WHERE sign < 0) AS first_gone, max(business_date) FILTER (WHERE sign < 0) AS last_gone,
        min(transaction_at) FILTER (WHERE sign < 0) AS first_at_gone, max(transaction_at) FILTER (WHERE sign < 0) AS last_at_gone
      FROM (%s) AS changed WHERE (%s) AND %s IS NOT NULL GROUP BY 1, 2, 3, 4
      HAVING sum(sign) <> 0 OR sum(sign * abs(amount)) <> 0
        OR (min(business_date) FILTER (WHERE sign > 0), max(business_date) FILTER (WHERE sign > 0),
            min(transaction_at) FILTER (WHERE sign > 0), max(transaction_at) FILTER (WHERE sign > 0))
          IS DISTINCT FROM
           (min(business_date) FILTER (WHERE sign < 0), max(business_date) FILTER (WHERE sign < 0),
            min(transaction_at) FILTER (WHERE sign < 0), max(transaction_at) FILTER (WHERE sign < 0))',
      key, changed, of.condition, of.code);
    IF is_removing THEN
      RETURN NEXT format(
        'UPDATE code_usage AS used SET is_stale = true FROM (%s) AS gone
        WHERE (used.kind, used.source_system, used.code, used.company_code, used.branch_code)
            = (%L, gone.source_system, gone.code, gone.company_code, gone.branch_code)
          AND (gone.first_gone <= used.first_used OR gone.last_gone >= used.last_used
            OR gone.first_at_gone <= used.first_at OR gone.last_at_gone >= used.last_at)',
        changes, of.kind);
    END IF;
    RETURN NEXT format(
      'INSERT INTO code_usage AS used (kind, source_system, code, company_code, branch_code,
        first_used, last_used, first_at, last_at, transactions, amount)
      SELECT %L, source_system, code, company_code, branch_code, coalesce(first_used, first_gone),
        coalesce(last_used, last_gone), coalesce(first_at, first_at_gone), coalesce(last_at, last_at_gone),
        transactions, amount
      FROM (%s) AS changes
      ON CONFLICT (kind, source_system, code, company_code, branch_code) DO UPDATE SET
        first_used = least(used.first_used, excluded.first_used), last_used = greatest(used.last_used, excluded.last_used),
        first_at = least(used.first_at, excluded.first_at), last_at = greatest(used.last_at, excluded.last_at),
        transactions = used.transactions + excluded.transactions, amount = used.amount + excluded.amount',
      of.kind, changes);
    IF is_removing THEN
      RETURN NEXT format('DELETE FROM code_usage WHERE kind = %L AND transactions = 0', of.kind);
      -- Not run at all where nothing is stale: it reads the transactions.
      RETURN NEXT format(
        'UPDATE code_usage AS used SET is_stale = false, first_used = found.first_used, last_used = found.last_used,
          first_at = found.first_at, last_at = found.last_at
        FROM (SELECT %s, min(business_date) AS first_used, max(business_date) AS last_used,
            min(transaction_at) AS first_at, max(transaction_at) AS last_at
          FROM transactions WHERE EXISTS (SELECT FROM code_usage WHERE kind = %L AND is_stale)
            AND (%s) AND %s IS NOT NULL AND (%s, %s, %s, %s) IN (
              SELECT source_system, code, company_code, branch_code FROM code_usage WHERE kind = %L AND is_stale)
          GROUP BY 1, 2, 3, 4) AS found
        WHERE (used.kind, used.source_system, used.code, used.company_code, used.branch_code)
          = (%L, found.source_system, found.code, found.company_code, found.branch_code)',
        key, of.kind, of.condition, of.code, of.source_system, of.code, of.company_code, of.branch_code, of.kind,
        of.kind);
    END IF;
  END LOOP;
END $$;

DROP TRIGGER tender_usage_added ON transactions;
DROP TRIGGER tender_usage_removed ON transactions;
DROP TRIGGER tender_usage_corrected ON transactions;
DROP TRIGGER tender_usage_truncated ON transactions;
DROP FUNCTION transactions_changed, change_tender_usage;
DROP TABLE tender_usage_days, tender_usage;

CREATE FUNCTION transactions_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  came constant text := 'SELECT *, 1 AS sign FROM added';
  went constant text := 'SELECT *, -1 AS sign FROM removed';
  next_statement text;
BEGIN
  -- Until the load commits: two loads at once would miss each other's first and last transactions.
  LOCK TABLE code_usage IN SHARE ROW EXCLUSIVE MODE;
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM code_usage;
    RETURN NULL;
  END IF;
  FOR next_statement IN SELECT code_usage_statements(
    CASE TG_OP WHEN 'INSERT' THEN came WHEN 'DELETE' THEN went ELSE came || ' UNION ALL ' || went END,
    TG_OP <> 'INSERT'
  ) LOOP
    EXECUTE next_statement;
  END LOOP;
  RETURN NULL;
END $$;

DO $$
DECLARE
  next_statement text;
BEGIN
  FOR next_statement IN SELECT code_usage_statements('SELECT *, 1 AS sign FROM transactions', false) LOOP
    EXECUTE next_statement;
  END LOOP;
END $$;

CREATE TRIGGER code_usage_added AFTER INSERT ON transactions REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION transactions_changed();
CREATE TRIGGER code_usage_removed AFTER DELETE ON transactions REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION transactions_changed();
CREATE TRIGGER code_usage_corrected AFTER UPDATE ON transactions
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION transactions_changed();
CREATE TRIGGER code_usage_truncated AFTER TRUNCATE ON transactions
  FOR EACH STATEMENT EXECUTE FUNCTION transactions_changed();

-- Of each table the use of its rows, by the names of their keys.
CREATE VIEW tender_usage AS
  SELECT source_system, code AS tender_id, company_code, first_used, last_used, transactions
  FROM code_usage WHERE kind = 'TENDER';
CREATE VIEW trancode_usage AS
  SELECT source_system, code AS source_code, company_code, first_used, last_used, transactions
  FROM code_usage WHERE kind = 'TRANCODE';
CREATE VIEW terminal_usage AS
  SELECT code AS terminal_id, first_used, last_used, first_at, last_at, transactions
  FROM code_usage WHERE kind = 'TERMINAL';
CREATE VIEW company_usage AS
  SELECT code AS company_code, first_used, last_used, transactions FROM code_usage WHERE kind = 'COMPANY';
CREATE VIEW branch_usage AS
  SELECT company_code, code AS branch_code, first_used, last_used, transactions
  FROM code_usage WHERE kind = 'BRANCH';
CREATE VIEW payment_method_usage AS
  SELECT code AS payment_method_code, first_used, last_used, transactions
  FROM code_usage WHERE kind = 'PAYMENT_METHOD';
CREATE VIEW transaction_code_usage AS
  SELECT code AS tran_code, first_used, last_used, transactions
  FROM code_usage WHERE kind = 'TRANSACTION_CODE';

GRANT SELECT ON code_usage, tender_usage, trancode_usage, terminal_usage, company_usage, branch_usage,
  payment_method_usage, transaction_code_usage TO backoffice_app;
