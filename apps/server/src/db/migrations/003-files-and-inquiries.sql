-- Tracked files, the inquiries run over them, and the chunks in which they are answered.

CREATE TABLE files (
  source_filekey uuid PRIMARY KEY,
  -- Moves with every change of state, not with progress.
  version int NOT NULL DEFAULT 1,
  category text NOT NULL CHECK (category IN ('SMAC_INQUIRY')),
  file_name text NOT NULL CHECK (length(file_name) <= 200),
  size int NOT NULL,
  declared_sha256 text,
  sha256 text,
  state text NOT NULL DEFAULT 'PENDING_UPLOAD',
  state_changed_at timestamptz NOT NULL DEFAULT now(),
  attempt int NOT NULL DEFAULT 1,
  uploaded_by uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  link_expires_at timestamptz NOT NULL,
  uploaded_at timestamptz,
  validating_at timestamptz,
  validated_at timestamptz,
  confirmed_at timestamptz,
  processing_at timestamptz,
  finished_at timestamptz,
  bytes_read int NOT NULL DEFAULT 0,
  total int NOT NULL DEFAULT 0,
  valid int NOT NULL DEFAULT 0,
  warning int NOT NULL DEFAULT 0,
  error int NOT NULL DEFAULT 0,
  duplicate int NOT NULL DEFAULT 0,
  rows_without_dates int NOT NULL DEFAULT 0,
  errors_total int NOT NULL DEFAULT 0,
  processed int NOT NULL DEFAULT 0,
  skipped int NOT NULL DEFAULT 0,
  found int NOT NULL DEFAULT 0,
  not_found int NOT NULL DEFAULT 0,
  has_rejected boolean NOT NULL DEFAULT false,
  has_spreadsheet boolean NOT NULL DEFAULT false,
  failure_code text,
  failure_detail text,
  already_uploaded uuid REFERENCES files,
  -- What the result is made of: proof that a run can be repeated.
  result_sha256 text,
  result_bytes int,
  -- What is kept for a time only, once that is over: upload and results; error and rejected file.
  originals_removed_at timestamptz,
  reports_removed_at timestamptz
);
CREATE INDEX files_newest ON files (created_at DESC, source_filekey);
CREATE INDEX files_owner ON files (uploaded_by, created_at DESC);
CREATE INDEX files_state ON files (state, state_changed_at);
CREATE INDEX files_sha256 ON files (sha256) WHERE sha256 IS NOT NULL;

-- The first 1,000; the error file holds them all.
CREATE TABLE file_errors (
  source_filekey uuid NOT NULL REFERENCES files ON DELETE CASCADE,
  seq int NOT NULL,
  row_number int NOT NULL,
  line_number int NOT NULL,
  column_name text NOT NULL,
  value text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('error', 'warning')),
  code text NOT NULL,
  message text NOT NULL,
  PRIMARY KEY (source_filekey, seq)
);

CREATE TABLE inquiries (
  id uuid PRIMARY KEY,
  mode text NOT NULL CHECK (mode IN ('FILE')),
  source_filekey uuid NOT NULL UNIQUE REFERENCES files,
  purpose text NOT NULL
    CHECK (purpose IN ('MEMBER_COMPLAINT', 'RECONCILIATION', 'FRAUD_REVIEW', 'AUDIT', 'OTHER')),
  ticket_no text CHECK (length(ticket_no) <= 30),
  as_of date NOT NULL,
  partial boolean NOT NULL,
  date_from date,
  date_to date,
  duplicate_reason text CHECK (length(duplicate_reason) <= 200),
  owner_id uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX inquiries_owner ON inquiries (owner_id, created_at DESC);
CREATE INDEX inquiries_newest ON inquiries (created_at DESC, id);

CREATE TABLE inquiry_chunks (
  source_filekey uuid NOT NULL REFERENCES files ON DELETE CASCADE,
  chunk_no int NOT NULL,
  from_row int NOT NULL,
  to_row int NOT NULL,
  done_at timestamptz,
  bytes int,
  sha256 text,
  found int,
  not_found int,
  PRIMARY KEY (source_filekey, chunk_no)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON files, file_errors, inquiries, inquiry_chunks TO backoffice_app;

-- Every change of a file reaches the open screens; no writer has to remember it.
CREATE FUNCTION notify_file_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('file_changed', NEW.source_filekey::text);
  RETURN NULL;
END $$;
CREATE TRIGGER file_changed AFTER INSERT OR UPDATE ON files
  FOR EACH ROW EXECUTE FUNCTION notify_file_changed();
