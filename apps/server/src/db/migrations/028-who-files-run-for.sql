-- The user whose access a file's work is checked against: who confirmed it, took it over, or last retried it. Null until
-- then: the uploader.
ALTER TABLE files ADD COLUMN runs_for uuid REFERENCES users;

-- Others have ended for good.
UPDATE files SET runs_for = coalesce(
  (SELECT owner_id FROM inquiries WHERE inquiries.source_filekey = files.source_filekey),
  (SELECT id FROM users WHERE id::text IN (request #>> '{confirmed_by,id}', request #>> '{actor,id}')),
  uploaded_by
)
WHERE confirmed_at IS NOT NULL AND state IN ('QUEUED', 'PROCESSING', 'FAILED');
