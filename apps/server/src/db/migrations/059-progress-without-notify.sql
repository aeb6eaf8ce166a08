-- A transaction that notifies holds a lock of the whole database until its commit is on disk. So steps of a running file
-- do not notify: processes with open streams read them.
CREATE OR REPLACE FUNCTION notify_file_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.state = OLD.state AND NEW.state IN ('VALIDATING', 'PROCESSING') THEN
    RETURN NULL;
  END IF;
  PERFORM pg_notify('file_changed', NEW.source_filekey::text);
  RETURN NULL;
END $$;
