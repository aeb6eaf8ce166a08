-- The security log, the grant that allowed a call, and the file whose work wrote an event.

-- Device in words. `allowed_by`: {permission, role, policy, statement, until}.
ALTER TABLE audit_events
  ADD COLUMN client_address text CHECK (length(client_address) <= 45),
  ADD COLUMN device text CHECK (length(device) <= 200),
  ADD COLUMN allowed_by jsonb,
  ADD COLUMN source_filekey uuid;
GRANT INSERT (client_address, device, allowed_by, source_filekey) ON audit_events TO backoffice_app;

-- Sign-ins are named by their user.
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
    -- Preferences, sign-ins and sessions are known by the user's id.
    WHEN 'user', 'preferences', 'sign-in', 'session' THEN
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

-- Who acted: a user, else `system`, `operator` or `unknown`.
CREATE FUNCTION audit_actor(actor_id uuid, actor_name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  coalesce(actor_id::text, lower(split_part(actor_name, ' ', 1)));

-- breaks the former release: it only reads the trail more slowly by actor, until its processes are replaced
DROP INDEX audit_events_actor;
-- breaks the former release: it does not know this index
CREATE INDEX audit_events_actor ON audit_events (audit_actor(actor_id, actor_name), at, id);

-- The trail shows an import as one event, that of its file. The order of the list without the events of its records:
-- breaks the former release: it does not know this index
CREATE INDEX audit_events_newest_unfiled ON audit_events (at, id) WHERE source_filekey IS NULL;
-- breaks the former release: it does not know this index
CREATE INDEX audit_events_actor_unfiled ON audit_events (audit_actor(actor_id, actor_name), at, id)
  WHERE source_filekey IS NULL;
-- breaks the former release: it does not know this index
CREATE INDEX audit_events_action_unfiled ON audit_events (split_part(action, '.', 2), at, id)
  WHERE source_filekey IS NULL;
-- breaks the former release: it does not know this index
CREATE INDEX audit_events_file ON audit_events (source_filekey, at, id) WHERE source_filekey IS NOT NULL;

-- SECURITY_ACTIONS of the contract.
-- breaks the former release: it does not know this index
CREATE INDEX audit_events_security ON audit_events (at, id) WHERE action IN (
  'sign-in.succeed', 'sign-in.fail', 'sign-in.lock', 'sign-in.challenge', 'session.end', 'session.end-current',
  'session.end-others', 'session.end-all', 'user.end-sessions', 'user.reset-password', 'user.request-reset',
  'user.complete-reset', 'user.change-password', 'user.choose-password', 'user.set-up-authenticator',
  'user.change-second-factor');

-- A cloud user pool does not report sign-ins: the first call of a session is one. Keeps processes from recording it twice.
CREATE TABLE seen_sessions (
  session_id text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  forget_after timestamptz NOT NULL
);
CREATE INDEX seen_sessions_age ON seen_sessions (forget_after);
GRANT SELECT, INSERT, DELETE ON seen_sessions TO backoffice_app;
