-- Gives transactions that came without a code the one that its table has now: the row in force on their business date, of
-- their own company before the one for all. The application may not write transactions; this function of the owner
-- writes nothing but these codes, and only where there is none. `company`: null for any, empty for those without one.
-- `after`: a transaction id.
CREATE FUNCTION map_transactions(
  gap text, system text, wanted text, company text, after bigint, most int,
  OUT seen int, OUT mapped int, OUT last_id bigint
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- One at a time, and rows in the order in which loads write them: none waits for another in a circle.
  PERFORM pg_advisory_xact_lock(hashtextextended('map transactions', 0));
  CASE gap
    WHEN 'TENDER' THEN
      WITH found AS (
        SELECT transaction_id, business_date, company_code FROM transactions
        WHERE payment_method_code IS NULL AND source_tender_id IS NOT NULL AND upper(source_tender_id) = wanted
          AND source_system = system AND (company IS NULL OR coalesce(company_code, '') = company) AND transaction_id > after
        ORDER BY transaction_id LIMIT most FOR UPDATE
      ), chosen AS (
        SELECT f.transaction_id, (
          SELECT r.payment_method_code FROM tenders r
          WHERE r.source_system = system AND r.tender_id = wanted AND r.company_code IN (f.company_code, '*')
            AND r.deleted_at IS NULL AND r.status = 'ACTIVE'
            AND coalesce(r.effective_from <= f.business_date, true) AND coalesce(r.effective_to >= f.business_date, true)
          ORDER BY r.company_code = '*' LIMIT 1
        ) AS code FROM found f
      ), written AS (
        UPDATE transactions t SET payment_method_code = c.code FROM chosen c
        WHERE c.transaction_id = t.transaction_id AND c.code IS NOT NULL RETURNING 1
      )
      SELECT count(*), (SELECT count(*) FROM written), max(transaction_id) INTO seen, mapped, last_id FROM found;
    WHEN 'TRANCODE' THEN
      WITH found AS (
        SELECT transaction_id, business_date, company_code FROM transactions
        WHERE tran_code IS NULL AND upper(source_tran_code) = wanted AND source_system = system
          AND (company IS NULL OR coalesce(company_code, '') = company) AND transaction_id > after
        ORDER BY transaction_id LIMIT most FOR UPDATE
      ), chosen AS (
        SELECT f.transaction_id, (
          SELECT r.tran_code FROM trancodes r
          WHERE r.source_system = system AND r.source_code = wanted AND r.company_code IN (f.company_code, '*')
            AND r.deleted_at IS NULL AND r.status = 'ACTIVE'
            AND coalesce(r.effective_from <= f.business_date, true) AND coalesce(r.effective_to >= f.business_date, true)
          ORDER BY r.company_code = '*' LIMIT 1
        ) AS code FROM found f
      ), written AS (
        UPDATE transactions t SET tran_code = c.code, tran_class = coalesce(t.tran_class, (
            SELECT k.class FROM transaction_codes k WHERE k.tran_code = c.code AND k.deleted_at IS NULL))
        FROM chosen c WHERE c.transaction_id = t.transaction_id AND c.code IS NOT NULL RETURNING 1
      )
      SELECT count(*), (SELECT count(*) FROM written), max(transaction_id) INTO seen, mapped, last_id FROM found;
    WHEN 'TERMINAL' THEN
      WITH found AS (
        SELECT transaction_id, business_date, transaction_at FROM transactions
        WHERE terminal_id IS NULL AND source_terminal_id IS NOT NULL AND upper(source_terminal_id) = wanted
          AND transaction_id > after
        ORDER BY transaction_id LIMIT most FOR UPDATE
      ), chosen AS (
        SELECT f.transaction_id, r.terminal_id, coalesce(m.from_company_code, r.company_code) AS company_code,
          coalesce(m.from_branch_code, r.branch_code) AS branch_code
        FROM found f
        JOIN terminals r ON r.terminal_id = wanted AND r.deleted_at IS NULL AND r.status = 'ACTIVE'
          AND coalesce(r.effective_from <= f.business_date, true) AND coalesce(r.effective_to >= f.business_date, true)
        -- Where it stood then.
        LEFT JOIN LATERAL (
          SELECT from_company_code, from_branch_code FROM terminal_moves
          WHERE terminal = r.id AND moved_at > f.transaction_at ORDER BY moved_at LIMIT 1
        ) m ON true
      ), written AS (
        UPDATE transactions t SET terminal_id = c.terminal_id, company_code = coalesce(t.company_code, c.company_code),
          branch_code = CASE WHEN coalesce(t.company_code, c.company_code) = c.company_code
            THEN coalesce(t.branch_code, c.branch_code) ELSE t.branch_code END
        FROM chosen c WHERE c.transaction_id = t.transaction_id RETURNING 1
      )
      SELECT count(*), (SELECT count(*) FROM written), max(transaction_id) INTO seen, mapped, last_id FROM found;
  END CASE;
END $$;
REVOKE EXECUTE ON FUNCTION map_transactions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION map_transactions TO backoffice_app;
