-- A lookup table that comes later brings the label of its records with it: `label_of_region(id)` for the resource `region`.

CREATE FUNCTION table_record_label(of_resource text, of_id uuid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  name text := 'label_of_' || translate(of_resource, '-', '_');
  label text;
BEGIN
  IF to_regprocedure(format('%I(uuid)', name)) IS NOT NULL THEN
    EXECUTE format('SELECT %I($1)', name) INTO label USING of_id;
  END IF;
  RETURN label;
END $$;

CREATE OR REPLACE FUNCTION audit_record_label(of_resource text, of_id text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  record_id uuid;
  label text;
BEGIN
  IF of_id IS NULL OR of_id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN
    RETURN NULL;
  END IF;
  record_id := of_id::uuid;
  CASE of_resource
    -- Preferences and sessions are known by the user's id.
    WHEN 'user', 'preferences', 'session' THEN
      SELECT given_name || ' ' || family_name INTO label FROM users WHERE id = record_id;
    WHEN 'role' THEN SELECT name INTO label FROM roles WHERE id = record_id;
    WHEN 'policy' THEN SELECT name INTO label FROM policies WHERE id = record_id;
    WHEN 'view' THEN SELECT name INTO label FROM views WHERE id = record_id;
    WHEN 'file' THEN SELECT file_name INTO label FROM files WHERE source_filekey = record_id;
    WHEN 'inquiry' THEN
      SELECT coalesce(ticket_no, file_name) INTO label FROM inquiries LEFT JOIN files USING (source_filekey)
      WHERE inquiries.id = record_id;
    WHEN 'tender' THEN SELECT source_system || ' ' || tender_id INTO label FROM tenders WHERE id = record_id;
    WHEN 'trancode' THEN SELECT source_system || ' ' || source_code INTO label FROM trancodes WHERE id = record_id;
    WHEN 'company-group' THEN SELECT company_code INTO label FROM company_groups WHERE id = record_id;
    WHEN 'terminal' THEN SELECT terminal_id INTO label FROM terminals WHERE id = record_id;
    WHEN 'glass-branch' THEN SELECT company_code || ' ' || branch_code INTO label FROM branches WHERE id = record_id;
    WHEN 'glass-establishment' THEN SELECT establishment_code INTO label FROM establishments WHERE id = record_id;
    WHEN 'glass-payment-method' THEN
      SELECT payment_method_code INTO label FROM payment_methods WHERE id = record_id;
    WHEN 'glass-transaction-code' THEN SELECT tran_code INTO label FROM transaction_codes WHERE id = record_id;
    ELSE label := table_record_label(of_resource, record_id);
  END CASE;
  RETURN left(label, 200);
END $$;
