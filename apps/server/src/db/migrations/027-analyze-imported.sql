-- The planner knows nothing of rows that an import has just written until autovacuum comes by, and a server that crashed has
-- forgotten that it should: the next import would compare by a wrong index, each row with all others. The application
-- does not own its tables, so it cannot analyze them. As autovacuum does, only where much is new.
CREATE FUNCTION analyze_imported(name text, written int) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  imported oid := format('public.%I', name)::regclass;
BEGIN
  IF written > 500 + 0.1 * (SELECT reltuples FROM pg_class WHERE oid = imported) THEN
    EXECUTE format('ANALYZE public.%I', name);
  END IF;
END $$;
-- breaks the former release: it does not know this function
REVOKE EXECUTE ON FUNCTION analyze_imported(text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION analyze_imported(text, int) TO backoffice_app;
