-- Which tenders the transactions used, exactly: every statement that changes transactions applies the difference it
-- makes. Per day, because the first and the last day of the transactions that are left cannot be derived from a sum.

CREATE TABLE tender_usage_days (
  source_system text COLLATE "C" NOT NULL,
  tender_id text COLLATE "C" NOT NULL,
  -- Empty for transactions without a company.
  company_code text COLLATE "C" NOT NULL,
  business_date date NOT NULL,
  transactions bigint NOT NULL,
  PRIMARY KEY (source_system, tender_id, company_code, business_date)
);

-- The sums of the days.
CREATE TABLE tender_usage (
  source_system text COLLATE "C" NOT NULL,
  tender_id text COLLATE "C" NOT NULL,
  company_code text COLLATE "C" NOT NULL,
  first_used date NOT NULL,
  last_used date NOT NULL,
  transactions bigint NOT NULL,
  PRIMARY KEY (source_system, tender_id, company_code)
);

CREATE FUNCTION change_tender_usage(changes tender_usage_days[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF changes IS NULL THEN
    RETURN;
  END IF;
  -- Until the load commits: the sums of two loads at once would miss each other's days.
  LOCK TABLE tender_usage IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO tender_usage_days AS days SELECT * FROM unnest(changes)
  ON CONFLICT (source_system, tender_id, company_code, business_date)
  DO UPDATE SET transactions = days.transactions + excluded.transactions;
  DELETE FROM tender_usage_days AS days USING unnest(changes) AS change
  WHERE days.transactions = 0 AND (days.source_system, days.tender_id, days.company_code, days.business_date)
    = (change.source_system, change.tender_id, change.company_code, change.business_date);
  DELETE FROM tender_usage AS used USING unnest(changes) AS change
  WHERE (used.source_system, used.tender_id, used.company_code)
    = (change.source_system, change.tender_id, change.company_code);
  INSERT INTO tender_usage
  SELECT source_system, tender_id, company_code, min(business_date), max(business_date), sum(transactions)
  FROM tender_usage_days
  WHERE (source_system, tender_id, company_code)
    IN (SELECT source_system, tender_id, company_code FROM unnest(changes))
  GROUP BY source_system, tender_id, company_code;
END $$;

CREATE FUNCTION transactions_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A statement of its own for each event, because each has other transition tables.
  IF TG_OP = 'INSERT' THEN
    PERFORM change_tender_usage(array_agg(change::tender_usage_days)) FROM (
      SELECT source_system, source_tender_id, coalesce(company_code, ''), business_date, count(*)
      FROM added WHERE source_tender_id IS NOT NULL GROUP BY 1, 2, 3, 4
    ) AS change;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM change_tender_usage(array_agg(change::tender_usage_days)) FROM (
      SELECT source_system, source_tender_id, coalesce(company_code, ''), business_date, -count(*)
      FROM removed WHERE source_tender_id IS NOT NULL GROUP BY 1, 2, 3, 4
    ) AS change;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_tender_usage(array_agg(change::tender_usage_days)) FROM (
      SELECT source_system, source_tender_id, coalesce(company_code, ''), business_date, sum(difference)::bigint
      FROM (
        SELECT source_system, source_tender_id, company_code, business_date, 1 AS difference FROM added
        UNION ALL
        SELECT source_system, source_tender_id, company_code, business_date, -1 FROM removed
      ) AS before_and_after
      WHERE source_tender_id IS NOT NULL GROUP BY 1, 2, 3, 4 HAVING sum(difference) <> 0
    ) AS change;
  ELSE
    DELETE FROM tender_usage_days;
    DELETE FROM tender_usage;
  END IF;
  RETURN NULL;
END $$;

INSERT INTO tender_usage_days
SELECT source_system, source_tender_id, coalesce(company_code, ''), business_date, count(*)
FROM transactions WHERE source_tender_id IS NOT NULL GROUP BY 1, 2, 3, 4;
INSERT INTO tender_usage
SELECT source_system, tender_id, company_code, min(business_date), max(business_date), sum(transactions)
FROM tender_usage_days GROUP BY 1, 2, 3;

CREATE TRIGGER tender_usage_added AFTER INSERT ON transactions REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION transactions_changed();
CREATE TRIGGER tender_usage_removed AFTER DELETE ON transactions REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION transactions_changed();
CREATE TRIGGER tender_usage_corrected AFTER UPDATE ON transactions
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION transactions_changed();
CREATE TRIGGER tender_usage_truncated AFTER TRUNCATE ON transactions
  FOR EACH STATEMENT EXECUTE FUNCTION transactions_changed();

GRANT SELECT ON tender_usage TO backoffice_app;
