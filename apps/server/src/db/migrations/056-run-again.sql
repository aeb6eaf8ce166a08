-- A file that runs again is a new file, whose upload a worker copies from the earlier one. Until then it has no
-- `uploaded_at`. No foreign key: it names the earlier file also once that is deleted.

ALTER TABLE files ADD COLUMN copied_from uuid;
-- breaks the former release: for a moment, in which writers wait; the table has a row per file
CREATE INDEX files_copied_from ON files (copied_from) WHERE copied_from IS NOT NULL;

ALTER TABLE card_file_reveals DROP CONSTRAINT card_file_reveals_use_check;
ALTER TABLE card_file_reveals ADD CONSTRAINT card_file_reveals_use_check
  CHECK (use IN ('result', 'result_spreadsheet', 'rejected', 'source', 'retry', 'run_again')) NOT VALID;
