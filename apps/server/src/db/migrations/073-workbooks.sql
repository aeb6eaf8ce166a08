-- Copies of results and reports that are made on demand: workbooks, and results with masked card numbers. `file_version`:
-- version of the file that the copy shows; null while it is being made. Replaces `has_spreadsheet`, `has_masked` and
-- `masked_requested_at`, which the former release still uses.
CREATE TABLE file_copies (
  source_filekey uuid NOT NULL REFERENCES files ON DELETE CASCADE,
  copy text NOT NULL,
  requested_at timestamptz NOT NULL,
  file_version int,
  bytes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (source_filekey, copy)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON file_copies TO backoffice_app;

-- Format in which the user last downloaded a result or report.
ALTER TABLE user_preferences ADD COLUMN download_format text NOT NULL DEFAULT 'csv'
  CHECK (download_format IN ('csv', 'xlsx'));
