-- Done and refused events of a call have the same words: `resource.action`, the resource in the singular. Refused ones
-- had the id of the endpoint (`files.cancel` on `files`).

UPDATE audit_events SET action = words.action, resource = split_part(words.action, '.', 1)
FROM (VALUES
  ('files.presign', 'file.sign'),
  ('files.register', 'file.register'),
  ('files.list', 'file.list'),
  ('files.get', 'file.view'),
  ('files.errors', 'file.view-errors'),
  ('files.cancel', 'file.cancel'),
  ('files.retry', 'file.retry'),
  ('files.events', 'file.watch'),
  ('inquiries.run', 'inquiry.run'),
  ('inquiries.list', 'inquiry.list'),
  ('dashboard.files', 'dashboard.view'),
  ('dashboard.inquiries', 'dashboard.view'),
  ('account.listSessions', 'session.list'),
  ('account.endSession', 'session.end'),
  ('account.endCurrentSession', 'session.end-current'),
  ('account.endOtherSessions', 'session.end-others'),
  ('account.endAllSessions', 'session.end-all')
) AS words (endpoint, action)
WHERE outcome = 'refused' AND audit_events.action = words.endpoint;

-- Only a download is refused for its artifact.
UPDATE audit_events SET action = 'file.download'
WHERE outcome = 'refused' AND action = 'file.sign' AND reason = 'artifact_not_found';

-- The id was the file's: a refused inquiry has none.
UPDATE audit_events
SET resource_id = NULL, changes = jsonb_build_object('source_filekey', jsonb_build_array(NULL, resource_id))
WHERE outcome = 'refused' AND action = 'inquiry.run' AND resource_id IS NOT NULL;

-- There is one record per user, known by the user's id.
UPDATE audit_events SET resource_id = actor_id::text
WHERE outcome = 'refused' AND resource_id IS NULL
  AND action IN ('preferences.update', 'session.end-current', 'session.end-others', 'session.end-all');

UPDATE audit_events SET resource = 'session'
WHERE resource = 'user' AND action IN ('session.end-current', 'session.end-others', 'session.end-all');
