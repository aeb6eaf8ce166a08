-- Rule of changes that move money. While a process of the former release still runs, it cannot list the rules.
ALTER TABLE approval_rules DROP CONSTRAINT approval_rules_kind_check;
ALTER TABLE approval_rules ADD CONSTRAINT approval_rules_kind_check
  CHECK (kind IN ('HIGH_RISK_GRANT', 'MASTER_DELETE', 'BIN_RANGE', 'MONEY', 'TERMINAL_MOVE', 'MASS_CHANGE')) NOT VALID;
ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_kind_check CHECK (kind IN
  ('HIGH_RISK_GRANT', 'MASTER_DELETE', 'BIN_RANGE', 'MONEY', 'TERMINAL_MOVE', 'MASS_CHANGE', 'ACCESS', 'BREAK_GLASS',
   'RULES')) NOT VALID;
INSERT INTO approval_rules (kind, threshold) VALUES ('MONEY', NULL);

-- A key that was deleted comes back as the same row, which these find.
-- breaks the former release: built in milliseconds, because few rows are deleted
CREATE INDEX tenders_deleted ON tenders (source_system, tender_id, company_code) WHERE deleted_at IS NOT NULL;
-- breaks the former release: built in milliseconds, because few rows are deleted
CREATE INDEX terminals_deleted ON terminals (terminal_id) WHERE deleted_at IS NOT NULL;
-- breaks the former release: built in milliseconds, because few rows are deleted
CREATE INDEX trancodes_deleted ON trancodes (source_system, source_code, company_code) WHERE deleted_at IS NOT NULL;
-- breaks the former release: built in milliseconds, because few rows are deleted
CREATE INDEX company_groups_deleted ON company_groups (company_code) WHERE deleted_at IS NOT NULL;
-- breaks the former release: built in milliseconds, because few rows are deleted
CREATE INDEX branches_deleted ON branches (company_code, branch_code) WHERE deleted_at IS NOT NULL;
-- breaks the former release: built in milliseconds, because few rows are deleted
CREATE INDEX establishments_deleted ON establishments (establishment_code) WHERE deleted_at IS NOT NULL;
-- breaks the former release: built in milliseconds, because few rows are deleted
CREATE INDEX payment_methods_deleted ON payment_methods (payment_method_code) WHERE deleted_at IS NOT NULL;
-- breaks the former release: built in milliseconds, because few rows are deleted
CREATE INDEX transaction_codes_deleted ON transaction_codes (tran_code) WHERE deleted_at IS NOT NULL;

-- A terminal that was deleted has mapped no transaction, so a move with which it comes back says nothing about those
-- that wait: they follow it to its new place.
ALTER TABLE terminal_moves ADD COLUMN was_deleted boolean NOT NULL DEFAULT false;
CREATE OR REPLACE FUNCTION keep_terminal_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.previous_branch_code := OLD.branch_code;
  INSERT INTO terminal_moves (terminal, from_company_code, from_branch_code, to_company_code, to_branch_code,
    moved_at, moved_by, moved_by_name, was_deleted)
  VALUES (NEW.id, OLD.company_code, OLD.branch_code, NEW.company_code, NEW.branch_code,
    NEW.updated_at, NEW.updated_by, NEW.updated_by_name, OLD.deleted_at IS NOT NULL);
  RETURN NEW;
END $$;
