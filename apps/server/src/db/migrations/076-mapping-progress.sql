-- Mapping without lookup tables, which the ledger may lack, and the copy of its sums in the main database.

-- breaks the former release: its mappings fail until its workers are replaced, and can be retried
DROP FUNCTION map_transactions;

-- Gives the next `most` transactions of a code, after those of the progress of this file, the code of the candidate in
-- force on their business date: of their own company before the one for all (`*`), or for a terminal the place where it
-- stood at their time (`until`). `candidates`: rows of the lookup table. `company`: null for any, empty for transactions
-- without one. Returns how many it has seen; throws 55P03 while a load holds the ledger. The application may not write
-- transactions; this function of the owner writes nothing but these codes, and only where there is none. Their values are
-- those that the application gives.
CREATE FUNCTION map_transactions(
  filekey uuid, gap text, system text, wanted text, company text, candidates jsonb, most int
) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '3s' AS $$
DECLARE
  -- Also lets one mapping at a time through, so that the transactions need no locks.
  ledger_change constant bigint := start_ledger_change();
  missing constant text := CASE gap
    WHEN 'TENDER' THEN 'payment_method_code' WHEN 'TRANCODE' THEN 'tran_code' WHEN 'TERMINAL' THEN 'terminal_id' END;
  source constant text := CASE gap
    WHEN 'TENDER' THEN 'source_tender_id' WHEN 'TRANCODE' THEN 'source_tran_code' WHEN 'TERMINAL' THEN 'source_terminal_id' END;
  last_id bigint := coalesce((
    SELECT p.after FROM mapping_progress p
    WHERE (p.source_filekey, p.source_system, p.code, p.company_code) = (filekey, system, wanted, coalesce(company, '*'))), 0);
  seen_now int;
  mapped_now int;
BEGIN
  EXECUTE format(
    'INSERT INTO changed_transactions
    SELECT t.*, -1 FROM transactions t
    WHERE upper(t.%1$I) = $1 AND t.%1$I IS NOT NULL AND t.%2$I IS NULL AND t.transaction_id > $2
      AND ($3 = '''' OR t.source_system = $3) AND ($4 IS NULL OR coalesce(t.company_code, '''') = $4)
    ORDER BY t.transaction_id LIMIT $5', source, missing)
    USING wanted, last_id, system, company, most;
  SELECT count(*), coalesce(max(c.transaction_id), last_id) INTO seen_now, last_id FROM changed_transactions c;

  CREATE TEMP TABLE mapped_transactions ON COMMIT DROP AS SELECT c.* FROM changed_transactions c;
  -- All null where no candidate is in force.
  UPDATE mapped_transactions m
  SET (sign, payment_method_code, tran_code, tran_class, terminal_id, company_code, branch_code) = (
    SELECT 1,
      CASE gap WHEN 'TENDER' THEN c.code ELSE m.payment_method_code END,
      CASE gap WHEN 'TRANCODE' THEN c.code ELSE m.tran_code END,
      CASE gap WHEN 'TRANCODE' THEN coalesce(m.tran_class, c.class) ELSE m.tran_class END,
      CASE gap WHEN 'TERMINAL' THEN wanted ELSE m.terminal_id END,
      CASE gap WHEN 'TERMINAL' THEN coalesce(m.company_code, c.company_code) ELSE m.company_code END,
      CASE WHEN gap = 'TERMINAL' AND coalesce(m.company_code, c.company_code) = c.company_code
        THEN coalesce(m.branch_code, c.branch_code) ELSE m.branch_code END
    FROM jsonb_to_recordset(candidates) AS c (
      company_code text, branch_code text, effective_from date, effective_to date, until timestamptz, code text, class text
    )
    WHERE coalesce(c.effective_from <= m.business_date, true) AND coalesce(c.effective_to >= m.business_date, true)
      AND CASE gap WHEN 'TERMINAL' THEN coalesce(c.until > m.transaction_at, true)
        ELSE c.code IS NOT NULL AND c.company_code IN (m.company_code, '*') END
    ORDER BY c.company_code = '*', c.until LIMIT 1);
  DELETE FROM changed_transactions c USING mapped_transactions m
  WHERE m.transaction_id = c.transaction_id AND m.sign IS NULL;
  INSERT INTO changed_transactions SELECT m.* FROM mapped_transactions m WHERE m.sign = 1;
  GET DIAGNOSTICS mapped_now = ROW_COUNT;

  IF mapped_now > 0 THEN
    UPDATE transactions t
    SET payment_method_code = m.payment_method_code, tran_code = m.tran_code, tran_class = m.tran_class,
      terminal_id = m.terminal_id, company_code = m.company_code, branch_code = m.branch_code
    FROM mapped_transactions m
    WHERE m.sign = 1 AND m.transaction_id = t.transaction_id AND m.card_number = t.card_number;
  END IF;
  PERFORM apply_ledger_change(ledger_change);
  DROP TABLE mapped_transactions;

  INSERT INTO mapping_progress AS p (source_filekey, source_system, code, company_code, after, seen, mapped)
  VALUES (filekey, system, wanted, coalesce(company, '*'), last_id, seen_now, mapped_now)
  ON CONFLICT (source_filekey, source_system, code, company_code) DO UPDATE SET
    after = excluded.after, seen = p.seen + excluded.seen, mapped = p.mapped + excluded.mapped, updated_at = now();
  RETURN seen_now;
END $$;
-- breaks the former release: it does not know this function
REVOKE EXECUTE ON FUNCTION map_transactions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION map_transactions TO backoffice_app;

-- Writes rows of the sums as they are in the ledger. The application may only read the sums.
CREATE FUNCTION copy_sums(copied text, changed jsonb) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF copied = 'code_usage' THEN
    INSERT INTO code_usage AS used SELECT * FROM jsonb_populate_recordset(NULL::code_usage, changed)
    ON CONFLICT (kind, source_system, code, company_code, branch_code) DO UPDATE SET
      first_used = excluded.first_used, last_used = excluded.last_used, first_at = excluded.first_at,
      last_at = excluded.last_at, transactions = excluded.transactions, amount = excluded.amount,
      version = excluded.version
    WHERE used.* IS DISTINCT FROM excluded.*;
  ELSE
    INSERT INTO transaction_days AS days SELECT * FROM jsonb_populate_recordset(NULL::transaction_days, changed)
    ON CONFLICT (business_date, company_code, tran_class, status) DO UPDATE SET
      transactions = excluded.transactions, amount = excluded.amount, points = excluded.points,
      version = excluded.version
    WHERE days.* IS DISTINCT FROM excluded.*;
  END IF;
END $$;

-- Removes the rows of some kinds or business dates (`parts`) that the ledger lacks. `kept`: the keys of its rows.
CREATE FUNCTION remove_copied_sums(copied text, parts text[], kept jsonb) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF copied = 'code_usage' THEN
    DELETE FROM code_usage used WHERE used.kind = ANY(parts)
      AND (used.kind, used.source_system, used.code, used.company_code, used.branch_code) NOT IN (
        SELECT k.kind, k.source_system, k.code, k.company_code, k.branch_code
        FROM jsonb_populate_recordset(NULL::code_usage, kept) k);
  ELSE
    DELETE FROM transaction_days days WHERE days.business_date = ANY(parts::date[])
      AND (days.business_date, days.company_code, days.tran_class, days.status) NOT IN (
        SELECT k.business_date, k.company_code, k.tran_class, k.status
        FROM jsonb_populate_recordset(NULL::transaction_days, kept) k);
  END IF;
END $$;
-- breaks the former release: it does not know this function
REVOKE EXECUTE ON FUNCTION copy_sums, remove_copied_sums FROM PUBLIC;
GRANT EXECUTE ON FUNCTION copy_sums, remove_copied_sums TO backoffice_app;
