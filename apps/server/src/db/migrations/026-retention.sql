-- What is kept for a time only, and how much of it the nightly job has removed.

-- The answer of a single inquiry goes after its retention period; the inquiry stays.
ALTER TABLE inquiries
  ADD COLUMN answer_removed_at timestamptz,
  DROP CONSTRAINT inquiries_with_answers,
  ADD CONSTRAINT inquiries_with_answers CHECK (mode = 'FILE' OR (
    (subject, criteria, outcome, rows, date_from, date_to, ticket_no) IS NOT NULL
    AND (answer IS NULL) = (answer_removed_at IS NOT NULL))) NOT VALID;
-- breaks the former release: for a moment, in which writers wait; the table has a row per inquiry, not per card
CREATE INDEX inquiries_kept_answers ON inquiries (created_at) WHERE answer IS NOT NULL;

-- A file row is deleted once no other refers to it, which is looked up for each.
-- breaks the former release: for a moment, in which writers wait; the table has a row per file
CREATE INDEX files_already_uploaded ON files (already_uploaded) WHERE already_uploaded IS NOT NULL;

-- Removed, and not yet in a summary of the audit trail. Written in the transaction of each removal, so that a killed
-- worker loses no count.
CREATE TABLE removed_counts (
  subject text PRIMARY KEY CHECK (length(subject) <= 40),
  removed bigint NOT NULL CHECK (removed > 0)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON removed_counts TO backoffice_app;

-- The application may not delete reveals, which its quota counts. This function of the owner deletes those that are more
-- than five years old; it takes no date.
CREATE FUNCTION remove_old_card_reveals(most int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  removed int;
BEGIN
  WITH old AS (
    SELECT id FROM card_reveals WHERE revealed_at < now() - interval '5 years'
    ORDER BY revealed_at LIMIT least(most, 10000) FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM card_reveals USING old WHERE card_reveals.id = old.id RETURNING 1
  )
  SELECT count(*) INTO removed FROM gone;
  RETURN removed;
END $$;
-- breaks the former release: it does not know this function
REVOKE EXECUTE ON FUNCTION remove_old_card_reveals(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_old_card_reveals(int) TO backoffice_app;
