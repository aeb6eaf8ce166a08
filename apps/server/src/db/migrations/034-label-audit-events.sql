-- Rows that were mapped together had the place of their item as their id, and so no history.
UPDATE audit_events e SET resource_id = t.id::text FROM terminals t
WHERE e.action = 'terminal.create' AND e.resource_id ~ '^\d{4}$' AND t.terminal_id = e.changes #>> '{terminal_id,1}'
  AND t.created_at <= e.at;
UPDATE audit_events e SET resource_id = t.id::text FROM tenders t
WHERE e.action = 'tender.create' AND e.resource_id ~ '^\d{4}$' AND t.tender_id = e.changes #>> '{tender_id,1}'
  AND t.source_system = e.changes #>> '{source_system,1}' AND t.company_code = e.changes #>> '{company_code,1}'
  AND t.created_at <= e.at;
UPDATE audit_events e SET resource_id = t.id::text FROM trancodes t
WHERE e.action = 'trancode.create' AND e.resource_id ~ '^\d{4}$' AND t.source_code = e.changes #>> '{source_code,1}'
  AND t.source_system = e.changes #>> '{source_system,1}' AND t.company_code = e.changes #>> '{company_code,1}'
  AND t.created_at <= e.at;

-- Events of before get the name of their record: what it is called now, or what it was called when it was deleted. Locks
-- no more than these rows, which the application never changes.
WITH records AS (
  SELECT resource, resource_id, coalesce(audit_record_label(resource, resource_id),
    max(changes #>> '{name,0}') FILTER (WHERE action IN ('role.delete', 'policy.delete', 'view.delete'))) AS label
  FROM audit_events WHERE resource_id IS NOT NULL GROUP BY resource, resource_id
)
UPDATE audit_events e SET record_label = r.label,
  search = audit_search(e.actor_name, e.action, concat_ws(' ', e.resource_id, r.label), e.reason, e.changes)
FROM records r
WHERE e.resource = r.resource AND e.resource_id = r.resource_id AND r.label IS NOT NULL AND e.record_label IS NULL;
