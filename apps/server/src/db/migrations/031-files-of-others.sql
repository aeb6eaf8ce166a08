-- Inquiry files of others: their result as a masked copy, and whole numbers with a reason, of so many files a day.

ALTER TABLE files
  ADD COLUMN has_masked boolean NOT NULL DEFAULT false,
  ADD COLUMN masked_requested_at timestamptz;

CREATE TABLE card_file_reveals (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  source_filekey uuid NOT NULL,
  -- The artifact that was downloaded, or `retry`.
  use text NOT NULL CHECK (use IN ('result', 'result_spreadsheet', 'rejected', 'source', 'retry')),
  cards int NOT NULL CHECK (cards >= 0),
  revealed_by uuid NOT NULL REFERENCES users,
  revealed_at timestamptz NOT NULL,
  reason text NOT NULL CHECK (reason IN ('MEMBER_COMPLAINT', 'RECONCILIATION', 'FRAUD_REVIEW', 'AUDIT', 'OTHER')),
  ticket_no text NOT NULL CHECK (length(ticket_no) <= 30)
);
CREATE INDEX card_file_reveals_of_user ON card_file_reveals (revealed_by, revealed_at);
CREATE INDEX card_file_reveals_by_time ON card_file_reveals (revealed_at);
GRANT SELECT, INSERT ON card_file_reveals TO backoffice_app;

-- As `remove_old_card_reveals`: the application may not delete what its quota counts.
CREATE FUNCTION remove_old_card_file_reveals(most int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  removed int;
BEGIN
  WITH old AS (
    SELECT id FROM card_file_reveals WHERE revealed_at < now() - interval '5 years'
    ORDER BY revealed_at LIMIT least(most, 10000) FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM card_file_reveals USING old WHERE card_file_reveals.id = old.id RETURNING 1
  )
  SELECT count(*) INTO removed FROM gone;
  RETURN removed;
END $$;
-- breaks the former release: it does not know this function
REVOKE EXECUTE ON FUNCTION remove_old_card_file_reveals(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_old_card_file_reveals(int) TO backoffice_app;
