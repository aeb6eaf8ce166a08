-- Which branch each terminal stands in, and where it stood before.

CREATE TABLE terminals (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version int NOT NULL DEFAULT 1,
  -- ISO 8583, field 41.
  terminal_id text COLLATE "C" NOT NULL CHECK (terminal_id ~ '^[0-9A-Z]{8}$'),
  company_code text COLLATE "C" NOT NULL CHECK (company_code ~ '^[0-9A-Z]{2,6}$'),
  branch_code text COLLATE "C" NOT NULL CHECK (branch_code ~ '^[0-9A-Z]{3,6}$'),
  previous_branch_code text COLLATE "C",
  status text COLLATE "C" NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE')),
  effective_from date,
  effective_to date CHECK (effective_to >= effective_from),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  created_by_name text NOT NULL DEFAULT '',
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  updated_by_name text NOT NULL DEFAULT '',
  deleted_at timestamptz
);
-- The codes are stored in upper case, so that this is unique in any case. Also the order of the list.
CREATE UNIQUE INDEX terminals_key ON terminals (terminal_id) WHERE deleted_at IS NULL;
CREATE TRIGGER authors BEFORE INSERT OR UPDATE ON terminals FOR EACH ROW EXECUTE FUNCTION name_row_authors();

-- An order of the list each, with the id last.
CREATE INDEX terminals_by_company ON terminals (company_code, id) WHERE deleted_at IS NULL;
CREATE INDEX terminals_by_branch ON terminals (branch_code, id) WHERE deleted_at IS NULL;
CREATE INDEX terminals_by_previous_branch ON terminals (previous_branch_code, id) WHERE deleted_at IS NULL;
CREATE INDEX terminals_by_status ON terminals (status, id) WHERE deleted_at IS NULL;
CREATE INDEX terminals_by_effective_from ON terminals (effective_from, id) WHERE deleted_at IS NULL;
CREATE INDEX terminals_by_effective_to ON terminals (effective_to, id) WHERE deleted_at IS NULL;
CREATE INDEX terminals_by_updated_at ON terminals (updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX terminals_by_author ON terminals (lower(updated_by_name) COLLATE "C", id) WHERE deleted_at IS NULL;
-- Those of a branch and of a company, and the first of them.
CREATE INDEX terminals_of_branch ON terminals (company_code, branch_code, created_at) WHERE deleted_at IS NULL;
CREATE INDEX terminals_of_company ON terminals (company_code, created_at) WHERE deleted_at IS NULL;
CREATE INDEX terminals_search ON terminals USING gin (
  terminal_id gin_trgm_ops, branch_code gin_trgm_ops, company_code gin_trgm_ops
) WHERE deleted_at IS NULL;

CREATE TABLE terminal_moves (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  terminal uuid NOT NULL REFERENCES terminals ON DELETE CASCADE,
  from_company_code text COLLATE "C" NOT NULL,
  from_branch_code text COLLATE "C" NOT NULL,
  to_company_code text COLLATE "C" NOT NULL,
  to_branch_code text COLLATE "C" NOT NULL,
  moved_at timestamptz NOT NULL,
  moved_by uuid REFERENCES users,
  moved_by_name text NOT NULL
);
CREATE INDEX terminal_moves_of_terminal ON terminal_moves (terminal, moved_at);
CREATE INDEX terminal_moves_by_time ON terminal_moves (moved_at);

-- Whatever moves a terminal, one call or a file of thousands. Runs after `authors`, by their names: the editor is named.
CREATE FUNCTION keep_terminal_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.previous_branch_code := OLD.branch_code;
  INSERT INTO terminal_moves (terminal, from_company_code, from_branch_code, to_company_code, to_branch_code,
    moved_at, moved_by, moved_by_name)
  VALUES (NEW.id, OLD.company_code, OLD.branch_code, NEW.company_code, NEW.branch_code,
    NEW.updated_at, NEW.updated_by, NEW.updated_by_name);
  RETURN NEW;
END $$;
CREATE TRIGGER moves BEFORE UPDATE ON terminals FOR EACH ROW
  WHEN ((OLD.company_code, OLD.branch_code) IS DISTINCT FROM (NEW.company_code, NEW.branch_code))
  EXECUTE FUNCTION keep_terminal_move();

GRANT SELECT, INSERT, UPDATE, DELETE ON terminals TO backoffice_app;
-- A history: written once.
GRANT SELECT, INSERT ON terminal_moves TO backoffice_app;
