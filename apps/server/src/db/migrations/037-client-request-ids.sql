-- `request_id` names one attempt; a client that repeats a call sends the same id of its own with each attempt.
ALTER TABLE audit_events ADD COLUMN client_request_id text CHECK (client_request_id ~ '^[[:alnum:]_.:-]{8,64}$');
GRANT INSERT (client_request_id) ON audit_events TO backoffice_app;
-- breaks the former release: writers wait for one pass over the trail; the index is empty at first
CREATE INDEX audit_events_client_request ON audit_events (left(client_request_id, 8)) WHERE client_request_id IS NOT NULL;
