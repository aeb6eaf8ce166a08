-- Uploads with foreign columns or in workbooks, and corrected cells of dry runs.

-- The declared type is signed. `matching`: {sheet, header_row, fields, formats, at, is_remembered}.
ALTER TABLE files
  ADD COLUMN content_type text CHECK (length(content_type) <= 100),
  ADD COLUMN matching jsonb,
  ADD COLUMN fixed_rows int NOT NULL DEFAULT 0;

-- Columns of an upload that is matched, with card numbers masked. `fingerprint`: SHA-256 of its normalized headers.
CREATE TABLE upload_columns (
  source_filekey uuid PRIMARY KEY REFERENCES files ON DELETE CASCADE,
  fingerprint text NOT NULL,
  columns jsonb NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON upload_columns TO backoffice_app;

-- The last matching of these headers by user. Has no cells of files.
CREATE TABLE column_matchings (
  category text NOT NULL,
  fingerprint text NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  is_shared boolean NOT NULL DEFAULT false,
  matching jsonb NOT NULL,
  matched_at timestamptz NOT NULL,
  PRIMARY KEY (category, fingerprint, user_id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON column_matchings TO backoffice_app;

-- The first rejected rows of a dry run, then those with warnings. Cells are whole, as in the staged rows.
CREATE TABLE rows_to_fix (
  source_filekey uuid NOT NULL REFERENCES files ON DELETE CASCADE,
  row_no int NOT NULL,
  line_no int NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('rejected', 'warned')),
  is_malformed boolean NOT NULL,
  cells jsonb NOT NULL,
  problems jsonb NOT NULL,
  PRIMARY KEY (source_filekey, row_no)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON rows_to_fix TO backoffice_app;

-- Corrected cells. `was`: the cell of the upload.
CREATE TABLE cell_fixes (
  source_filekey uuid NOT NULL REFERENCES files ON DELETE CASCADE,
  row_no int NOT NULL,
  field text NOT NULL,
  value text NOT NULL,
  was text NOT NULL,
  fixed_by uuid NOT NULL REFERENCES users,
  fixed_at timestamptz NOT NULL,
  PRIMARY KEY (source_filekey, row_no, field)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON cell_fixes TO backoffice_app;
