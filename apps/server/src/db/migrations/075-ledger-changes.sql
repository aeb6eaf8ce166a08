-- Writers of the transactions apply the sums themselves, because engines that divide a table have no triggers of
-- statements with their rows: start_ledger_change(), fill changed_transactions, write, apply_ledger_change(version).

-- breaks the former release: its loads and mappings leave the sums as they are; call rebuild_sums() after one
DROP TRIGGER code_usage_added ON transactions;
DROP TRIGGER code_usage_removed ON transactions;
DROP TRIGGER code_usage_corrected ON transactions;
DROP TRIGGER code_usage_truncated ON transactions;
-- breaks the former release: only its triggers called them
DROP FUNCTION transactions_changed, code_usage_statements, transaction_day_statements;
-- `code_usage.is_stale` stays false until a later release removes it.

-- Returns the next version, and creates the temporary table changed_transactions: rows that go (sign -1) and come
-- (sign 1). Other writers wait until the transaction ends, so call it before reading the rows that go.
CREATE FUNCTION start_ledger_change() RETURNS bigint LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  next_version bigint;
BEGIN
  CREATE TEMP TABLE changed_transactions (LIKE transactions INCLUDING DEFAULTS, sign int NOT NULL) ON COMMIT DROP;
  SELECT version + 1 INTO STRICT next_version FROM ledger_version FOR UPDATE;
  RETURN next_version;
END $$;

-- The use of codes of one kind by the rows of `source`, whose columns are those of transactions and `sign`.
CREATE FUNCTION code_usage_query(of_kind text, source text) RETURNS text LANGUAGE sql STABLE
SET search_path = public, pg_temp AS $$
  SELECT format(
    'SELECT %L::text AS kind, (%s)::text AS source_system, (%s)::text AS code, (%s)::text AS company_code,
      (%s)::text AS branch_code, sum(sign)::bigint AS transactions, sum(sign * abs(amount))::bigint AS amount,
      min(business_date) FILTER (WHERE sign > 0) AS first_used, max(business_date) FILTER (WHERE sign > 0) AS last_used,
      min(transaction_at) FILTER (WHERE sign > 0) AS first_at, max(transaction_at) FILTER (WHERE sign > 0) AS last_at,
      min(business_date) FILTER (WHERE sign < 0) AS first_gone, max(business_date) FILTER (WHERE sign < 0) AS last_gone,
      min(transaction_at) FILTER (WHERE sign < 0) AS first_at_gone,
      max(transaction_at) FILTER (WHERE sign < 0) AS last_at_gone
    FROM %s WHERE (%s) AND %s IS NOT NULL GROUP BY 1, 2, 3, 4, 5',
    kind, source_system, code, company_code, branch_code, source, condition, code)
  FROM code_usage_kinds() WHERE kind = of_kind
$$;

-- Adds the difference of changed_transactions to the sums. Sums that change get the version; a change of nothing is none.
CREATE FUNCTION apply_ledger_change(of_version bigint) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  each record;
BEGIN
  IF NOT EXISTS (SELECT FROM changed_transactions) THEN
    RETURN;
  END IF;
  UPDATE ledger_version SET version = of_version;

  EXECUTE 'CREATE TEMP TABLE changed_codes ON COMMIT DROP AS ' || (
    SELECT string_agg(code_usage_query(kind, 'changed_transactions'), ' UNION ALL ') FROM code_usage_kinds());
  INSERT INTO code_usage AS used (kind, source_system, code, company_code, branch_code, first_used, last_used,
    first_at, last_at, transactions, amount, version)
  SELECT kind, source_system, code, company_code, branch_code, coalesce(first_used, first_gone),
    coalesce(last_used, last_gone), coalesce(first_at, first_at_gone), coalesce(last_at, last_at_gone),
    transactions, amount, of_version
  FROM changed_codes
  ON CONFLICT (kind, source_system, code, company_code, branch_code) DO UPDATE SET
    first_used = least(used.first_used, excluded.first_used), last_used = greatest(used.last_used, excluded.last_used),
    first_at = least(used.first_at, excluded.first_at), last_at = greatest(used.last_at, excluded.last_at),
    transactions = used.transactions + excluded.transactions, amount = used.amount + excluded.amount,
    version = excluded.version
  WHERE excluded.transactions <> 0 OR excluded.amount <> 0
    OR excluded.first_used < used.first_used OR excluded.last_used > used.last_used
    OR excluded.first_at < used.first_at OR excluded.last_at > used.last_at;
  DELETE FROM code_usage WHERE transactions = 0;

  -- Codes whose first or last transaction went without a replacement: found again among all transactions. An engine
  -- that divides them joins them with a temporary table, and not with the sums that the same statement changes.
  CREATE TEMP TABLE stale_codes ON COMMIT DROP AS
    SELECT kind, used.source_system, used.code, used.company_code, used.branch_code
    FROM code_usage AS used JOIN changed_codes AS changed USING (kind, source_system, code, company_code, branch_code)
    WHERE (changed.first_gone <= used.first_used AND changed.first_used IS DISTINCT FROM used.first_used)
      OR (changed.last_gone >= used.last_used AND changed.last_used IS DISTINCT FROM used.last_used)
      OR (changed.first_at_gone <= used.first_at AND changed.first_at IS DISTINCT FROM used.first_at)
      OR (changed.last_at_gone >= used.last_at AND changed.last_at IS DISTINCT FROM used.last_at);
  CREATE TEMP TABLE found_codes ON COMMIT DROP AS
    SELECT kind, source_system, code, company_code, branch_code, first_used, last_used, first_at, last_at
    FROM code_usage WITH NO DATA;
  FOR each IN SELECT * FROM code_usage_kinds() WHERE kind IN (SELECT kind FROM stale_codes) LOOP
    EXECUTE format(
      'INSERT INTO found_codes
      SELECT stale.kind, stale.source_system, stale.code, stale.company_code, stale.branch_code,
        min(found.business_date), max(found.business_date), min(found.transaction_at), max(found.transaction_at)
      FROM (SELECT (%s)::text AS source_system, (%s)::text AS code, (%s)::text AS company_code, (%s)::text AS branch_code,
          business_date, transaction_at
        FROM transactions WHERE (%s) AND %s IS NOT NULL) AS found
      JOIN stale_codes AS stale USING (source_system, code, company_code, branch_code)
      WHERE stale.kind = %L GROUP BY 1, 2, 3, 4, 5',
      each.source_system, each.code, each.company_code, each.branch_code, each.condition, each.code, each.kind);
  END LOOP;
  UPDATE code_usage AS used SET first_used = found.first_used, last_used = found.last_used,
    first_at = found.first_at, last_at = found.last_at, version = of_version
  FROM found_codes AS found
  WHERE (used.kind, used.source_system, used.code, used.company_code, used.branch_code)
      = (found.kind, found.source_system, found.code, found.company_code, found.branch_code)
    AND (used.first_used, used.last_used, used.first_at, used.last_at)
      IS DISTINCT FROM (found.first_used, found.last_used, found.first_at, found.last_at);

  INSERT INTO transaction_days AS days (business_date, company_code, tran_class, status, transactions, amount, points,
    version)
  SELECT business_date, coalesce(company_code, ''), coalesce(tran_class, ''), status,
    sum(sign), sum(sign * amount), sum(sign * points), of_version
  FROM changed_transactions GROUP BY 1, 2, 3, 4
  HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0 OR sum(sign * points) <> 0
  ON CONFLICT (business_date, company_code, tran_class, status) DO UPDATE SET
    transactions = days.transactions + excluded.transactions, amount = days.amount + excluded.amount,
    points = days.points + excluded.points, version = excluded.version;
  DELETE FROM transaction_days WHERE transactions = 0;
END $$;

-- Counts the sums again, in a new version: after writers that apply no change, such as the demo and a repair by hand.
CREATE FUNCTION rebuild_sums() RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  of_version bigint;
  each record;
BEGIN
  UPDATE ledger_version SET version = version + 1 RETURNING version INTO STRICT of_version;
  DELETE FROM code_usage;
  DELETE FROM transaction_days;
  FOR each IN SELECT kind FROM code_usage_kinds() LOOP
    EXECUTE format(
      'INSERT INTO code_usage (kind, source_system, code, company_code, branch_code, first_used, last_used, first_at,
        last_at, transactions, amount, version)
      SELECT kind, source_system, code, company_code, branch_code, first_used, last_used, first_at, last_at,
        transactions, amount, %s FROM (%s) AS counted',
      of_version, code_usage_query(each.kind, '(SELECT *, 1 AS sign FROM transactions) AS counted'));
  END LOOP;
  INSERT INTO transaction_days (business_date, company_code, tran_class, status, transactions, amount, points, version)
  SELECT business_date, coalesce(company_code, ''), coalesce(tran_class, ''), status, count(*), sum(amount), sum(points),
    of_version
  FROM transactions GROUP BY 1, 2, 3, 4;
END $$;
