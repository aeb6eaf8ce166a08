-- Lookup tables: tenders, and the masters they refer to. Codes are in the collation "C": compared and ordered by code
-- point. No foreign keys between codes: one that was retired stays valid where it is used, and whether it is in force is
-- checked when it is written. A row with deleted_at is a tombstone, which no constraint sees.

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The names are stored beside the ids, because a list of a million rows is sorted and filtered by them.
CREATE FUNCTION name_row_authors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.created_by_name := coalesce(
      (SELECT given_name || ' ' || family_name FROM users WHERE id = NEW.created_by), 'System');
  END IF;
  IF TG_OP = 'INSERT' AND NEW.updated_by IS NOT DISTINCT FROM NEW.created_by THEN
    NEW.updated_by_name := NEW.created_by_name;
  ELSE
    NEW.updated_by_name := coalesce(
      (SELECT given_name || ' ' || family_name FROM users WHERE id = NEW.updated_by), 'System');
  END IF;
  RETURN NEW;
END $$;

CREATE TABLE company_groups (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version int NOT NULL DEFAULT 1,
  company_code text COLLATE "C" NOT NULL CHECK (company_code ~ '^[0-9A-Z]{2,6}$'),
  company_name text NOT NULL CHECK (length(company_name) BETWEEN 1 AND 100),
  group_code text COLLATE "C" NOT NULL CHECK (group_code ~ '^[0-9A-Z]{1,10}$'),
  group_name text NOT NULL CHECK (length(group_name) BETWEEN 1 AND 60),
  tin text COLLATE "C" CHECK (tin ~ '^[0-9]{9,12}$'),
  settlement_account_ref text CHECK (length(settlement_account_ref) <= 34),
  cutoff_time text COLLATE "C" NOT NULL DEFAULT '23:59' CHECK (cutoff_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  contact_email text CHECK (length(contact_email) <= 254),
  contact_phone text CHECK (length(contact_phone) <= 20),
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
CREATE UNIQUE INDEX company_groups_key ON company_groups (company_code) WHERE deleted_at IS NULL;
CREATE TRIGGER authors BEFORE INSERT OR UPDATE ON company_groups FOR EACH ROW EXECUTE FUNCTION name_row_authors();

CREATE TABLE payment_methods (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version int NOT NULL DEFAULT 1,
  payment_method_code text COLLATE "C" NOT NULL CHECK (payment_method_code ~ '^[0-9A-Z]{1,4}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  type text COLLATE "C" NOT NULL
    CHECK (type IN ('CASH', 'CARD', 'EWALLET', 'GIFT', 'POINTS', 'CHEQUE', 'ACCOUNT')),
  earns_points boolean NOT NULL,
  -- A transaction needs an approval code.
  requires_reference boolean NOT NULL,
  settlement_days int NOT NULL CHECK (settlement_days BETWEEN 0 AND 30),
  sort_order int NOT NULL,
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
CREATE UNIQUE INDEX payment_methods_key ON payment_methods (payment_method_code) WHERE deleted_at IS NULL;
CREATE TRIGGER authors BEFORE INSERT OR UPDATE ON payment_methods FOR EACH ROW EXECUTE FUNCTION name_row_authors();

CREATE TABLE tenders (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version int NOT NULL DEFAULT 1,
  source_system text COLLATE "C" NOT NULL CHECK (source_system IN ('POS', 'FUEL', 'ONLINE', 'KIOSK')),
  tender_id text COLLATE "C" NOT NULL CHECK (tender_id ~ '^[0-9A-Z]{1,4}$'),
  tender_name text NOT NULL CHECK (length(tender_name) BETWEEN 1 AND 40),
  payment_method_code text COLLATE "C" NOT NULL CHECK (payment_method_code ~ '^[0-9A-Z]{1,4}$'),
  bin_from text COLLATE "C" CHECK (bin_from ~ '^[0-9]{6,8}$'),
  bin_to text COLLATE "C" CHECK (bin_to ~ '^[0-9]{6,8}$'),
  card_scheme text CHECK (length(card_scheme) BETWEEN 1 AND 20),
  -- `*`: companies without a row of their own.
  company_code text COLLATE "C" NOT NULL CHECK (company_code ~ '^([0-9A-Z]{2,6}|[*])$'),
  status text COLLATE "C" NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE')),
  effective_from date,
  effective_to date CHECK (effective_to >= effective_from),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  created_by_name text NOT NULL DEFAULT '',
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  updated_by_name text NOT NULL DEFAULT '',
  deleted_at timestamptz,
  CONSTRAINT tenders_bin_both CHECK ((bin_from IS NULL) = (bin_to IS NULL)),
  CONSTRAINT tenders_bin_order CHECK (rpad(bin_to, 8, '9') >= rpad(bin_from, 8, '0')),
  -- Deferrable: an import may exchange two ranges.
  CONSTRAINT tenders_bin_ranges EXCLUDE USING gist (
    source_system WITH =,
    company_code WITH =,
    int8range(rpad(bin_from, 8, '0')::bigint, rpad(bin_to, 8, '9')::bigint, '[]') WITH &&,
    daterange(effective_from, effective_to, '[]') WITH &&
  ) WHERE (status = 'ACTIVE' AND deleted_at IS NULL AND bin_from IS NOT NULL) DEFERRABLE INITIALLY IMMEDIATE
);
-- The codes are stored in upper case, so that this is unique in any case. Also the order of the list.
CREATE UNIQUE INDEX tenders_key ON tenders (source_system, tender_id, company_code) WHERE deleted_at IS NULL;
CREATE TRIGGER authors BEFORE INSERT OR UPDATE ON tenders FOR EACH ROW EXECUTE FUNCTION name_row_authors();

-- An order of the list each, with the id last: 25 of a million rows are read from the index, at any depth.
CREATE INDEX tenders_by_tender_id ON tenders (tender_id, id) WHERE deleted_at IS NULL;
CREATE INDEX tenders_by_name ON tenders (lower(tender_name) COLLATE "C", id) WHERE deleted_at IS NULL;
CREATE INDEX tenders_by_payment_method ON tenders (payment_method_code, id) WHERE deleted_at IS NULL;
CREATE INDEX tenders_by_company ON tenders (company_code, id) WHERE deleted_at IS NULL;
CREATE INDEX tenders_by_bin_from ON tenders (bin_from, id) WHERE deleted_at IS NULL;
CREATE INDEX tenders_by_bin_to ON tenders (bin_to, id) WHERE deleted_at IS NULL;
CREATE INDEX tenders_by_card_scheme ON tenders (lower(card_scheme) COLLATE "C", id) WHERE deleted_at IS NULL;
CREATE INDEX tenders_by_status ON tenders (status, id) WHERE deleted_at IS NULL;
CREATE INDEX tenders_by_effective_from ON tenders (effective_from, id) WHERE deleted_at IS NULL;
CREATE INDEX tenders_by_effective_to ON tenders (effective_to, id) WHERE deleted_at IS NULL;
CREATE INDEX tenders_by_updated_at ON tenders (updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX tenders_by_author ON tenders (lower(updated_by_name) COLLATE "C", id) WHERE deleted_at IS NULL;
-- Search and `contains`, from three characters on.
CREATE INDEX tenders_search ON tenders USING gin (
  tender_id gin_trgm_ops, tender_name gin_trgm_ops, payment_method_code gin_trgm_ops, company_code gin_trgm_ops,
  card_scheme gin_trgm_ops
) WHERE deleted_at IS NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON company_groups, payment_methods, tenders TO backoffice_app;
