-- An event keeps what its record was called when it was written: a list that shows the names can search them. A trigger
-- fills label and search, whoever writes the event.

ALTER TABLE audit_events ADD COLUMN record_label text;

-- A search column that a trigger fills: the expression of a generated one cannot be changed without rewriting the table.
ALTER TABLE audit_events ALTER COLUMN search DROP EXPRESSION;
ALTER TABLE audit_events ALTER COLUMN search SET DEFAULT '';

-- What a record is called now; null where it has no name. The words of a row of a table are its own keys.
CREATE FUNCTION audit_record_label(of_resource text, of_id text) RETURNS text
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
    ELSE RETURN NULL;
  END CASE;
  RETURN left(label, 200);
END $$;

-- A record that is gone is called what its last event called it.
CREATE FUNCTION label_audit_event() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.resource_id IS NOT NULL THEN
    NEW.record_label := coalesce(audit_record_label(NEW.resource, NEW.resource_id), (
      SELECT record_label FROM audit_events WHERE resource = NEW.resource AND resource_id = NEW.resource_id
      ORDER BY id DESC LIMIT 1));
  END IF;
  NEW.search := audit_search(NEW.actor_name, NEW.action, concat_ws(' ', NEW.resource_id, NEW.record_label),
    NEW.reason, NEW.changes);
  RETURN NEW;
END $$;
CREATE TRIGGER label BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION label_audit_event();
