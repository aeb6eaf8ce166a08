-- Open files of a user: those that have not ended, or can be retried.
-- breaks the former release: uploads wait while the index is built; few files are open
CREATE INDEX files_open_of_uploader ON files (uploaded_by)
  WHERE state IN ('PENDING_UPLOAD', 'UPLOADED', 'VALIDATING', 'AWAITING_CONFIRMATION', 'QUEUED', 'PROCESSING', 'FAILED');
-- breaks the former release: the same
CREATE INDEX files_open_for_user ON files (runs_for)
  WHERE state IN ('PENDING_UPLOAD', 'UPLOADED', 'VALIDATING', 'AWAITING_CONFIRMATION', 'QUEUED', 'PROCESSING', 'FAILED');
-- breaks the former release: inquiries wait while the index is built; those over files are few
CREATE INDEX inquiries_over_files ON inquiries (owner_id) WHERE source_filekey IS NOT NULL;
