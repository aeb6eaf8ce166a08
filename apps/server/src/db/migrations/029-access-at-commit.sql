-- A write reads the access version as its last statement and commits before access can change: changes of access wait for
-- an advisory lock that such writes share. A row lock would let a stream of writes hold a change back for ever.

-- Moves by one transaction, which that transaction itself must not take for those of others.
ALTER TABLE access_version ADD COLUMN moved_in xid8, ADD COLUMN moves int NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION move_access_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(723051192);
  UPDATE access_version SET
    version = version + 1,
    moves = CASE WHEN moved_in = pg_current_xact_id() THEN moves + 1 ELSE 1 END,
    moved_in = pg_current_xact_id();
  NOTIFY access_changed;
  RETURN NULL;
END $$;

-- The version without the moves of this transaction. No other transaction moves it until this one ends.
CREATE FUNCTION access_version_at_commit() RETURNS bigint LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(723051192);
  -- A statement of its own: it sees what was committed while the lock was awaited.
  RETURN (
    SELECT version - CASE WHEN moved_in = pg_current_xact_id_if_assigned() THEN moves ELSE 0 END FROM access_version
  );
END $$;
