-- A tracked file is an upload that is answered (inquiry) or written (import), a list written to a file (export), or an
-- action on all rows that match. The categories are those of the contract, of which the tables declare their own.
ALTER TABLE files
  ADD COLUMN kind text NOT NULL DEFAULT 'inquiry' CHECK (kind IN ('inquiry', 'import', 'export', 'action')),
  -- Of an import how and by which user it was confirmed; of an export its query, form and columns; of an action its
  -- selection.
  ADD COLUMN request jsonb,
  -- Of an import: its dry run in figures.
  ADD COLUMN preview jsonb,
  DROP CONSTRAINT files_category_check,
  ADD CONSTRAINT files_category_check CHECK (category ~ '^[A-Z][A-Z_]{0,39}$');
