-- Divides a staging table that the current transaction has created, if the ledger is divided. `staging`: name of the
-- table. Replaced where an operator divides the ledger.
CREATE FUNCTION divide_staging(staging text) RETURNS void LANGUAGE sql AS '';
-- breaks the former release: it does not know this function
REVOKE EXECUTE ON FUNCTION divide_staging(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION divide_staging(text) TO backoffice_app;

-- A worker of the former release stages under a name without a run and leaves `staged_run`, so that null then names its
-- table. Every other dry run that is accepted sets another run. The next release drops this trigger.
CREATE FUNCTION forget_staged_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.staged_run := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER files_forget_staged_run BEFORE UPDATE ON files FOR EACH ROW
  WHEN (OLD.state = 'VALIDATING' AND NEW.state = 'AWAITING_CONFIRMATION' AND NEW.staged_run = OLD.staged_run)
  EXECUTE FUNCTION forget_staged_run();
