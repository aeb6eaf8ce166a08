-- The other lookup tables, as migration 009 describes them. The indexes with `created_at` find the first row that refers
-- to a code.

CREATE TABLE establishments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version int NOT NULL DEFAULT 1,
  establishment_code text COLLATE "C" NOT NULL CHECK (establishment_code ~ '^[0-9A-Z]{1,10}$'),
  establishment_name text NOT NULL CHECK (length(establishment_name) BETWEEN 1 AND 60),
  category text COLLATE "C" NOT NULL
    CHECK (category IN ('DEPARTMENT_STORE', 'SUPERMARKET', 'FUEL', 'RESTAURANT', 'SERVICES', 'ONLINE', 'OTHER')),
  -- ISO 18245.
  mcc text COLLATE "C" NOT NULL CHECK (mcc ~ '^[0-9]{4}$'),
  earn_allowed boolean NOT NULL,
  redeem_allowed boolean NOT NULL,
  earn_rate_pesos_per_point numeric(8, 2) NOT NULL CHECK (earn_rate_pesos_per_point > 0),
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
CREATE UNIQUE INDEX establishments_key ON establishments (establishment_code) WHERE deleted_at IS NULL;
CREATE TRIGGER authors BEFORE INSERT OR UPDATE ON establishments FOR EACH ROW EXECUTE FUNCTION name_row_authors();

CREATE TABLE branches (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version int NOT NULL DEFAULT 1,
  company_code text COLLATE "C" NOT NULL CHECK (company_code ~ '^[0-9A-Z]{2,6}$'),
  branch_code text COLLATE "C" NOT NULL CHECK (branch_code ~ '^[0-9A-Z]{3,6}$'),
  branch_name text NOT NULL CHECK (length(branch_name) BETWEEN 1 AND 80),
  establishment_code text COLLATE "C" NOT NULL CHECK (establishment_code ~ '^[0-9A-Z]{1,10}$'),
  -- ISO 8583, field 42.
  merchant_id text COLLATE "C" CHECK (merchant_id ~ '^[0-9A-Z]{1,15}$'),
  region text COLLATE "C" NOT NULL CHECK (length(region) BETWEEN 1 AND 80),
  province text COLLATE "C" NOT NULL CHECK (length(province) BETWEEN 1 AND 80),
  city text COLLATE "C" NOT NULL CHECK (length(city) BETWEEN 1 AND 80),
  address text CHECK (length(address) BETWEEN 1 AND 200),
  opened_on date,
  closed_on date CHECK (closed_on >= opened_on),
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
CREATE UNIQUE INDEX branches_key ON branches (company_code, branch_code) WHERE deleted_at IS NULL;
CREATE INDEX branches_of_establishment ON branches (establishment_code, created_at) WHERE deleted_at IS NULL;
CREATE INDEX branches_of_company ON branches (company_code, created_at) WHERE deleted_at IS NULL;
CREATE TRIGGER authors BEFORE INSERT OR UPDATE ON branches FOR EACH ROW EXECUTE FUNCTION name_row_authors();

CREATE TABLE transaction_codes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version int NOT NULL DEFAULT 1,
  tran_code text COLLATE "C" NOT NULL CHECK (tran_code ~ '^[0-9A-Z]{4}$'),
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 80),
  class text COLLATE "C" NOT NULL CHECK (
    class IN ('EARN', 'REDEEM', 'REVERSAL', 'ADJUSTMENT', 'TRANSFER', 'EXPIRY', 'ACTIVATION', 'RENEWAL', 'INQUIRY')
  ),
  points_sign text COLLATE "C" NOT NULL CHECK (points_sign IN ('1', '-1', '0')),
  reverses text COLLATE "C" CHECK (reverses ~ '^[0-9A-Z]{4}$'),
  -- ISO 8583, field 3.
  processing_code text COLLATE "C" NOT NULL CHECK (processing_code ~ '^[0-9]{6}$'),
  posts_to_ledger boolean NOT NULL,
  requires_reason boolean NOT NULL,
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
  CONSTRAINT transaction_codes_reverses CHECK ((class = 'REVERSAL') = (reverses IS NOT NULL))
);
CREATE UNIQUE INDEX transaction_codes_key ON transaction_codes (tran_code) WHERE deleted_at IS NULL;
CREATE INDEX transaction_codes_of_reversed ON transaction_codes (reverses, created_at) WHERE deleted_at IS NULL;
CREATE TRIGGER authors BEFORE INSERT OR UPDATE ON transaction_codes
  FOR EACH ROW EXECUTE FUNCTION name_row_authors();

CREATE TABLE trancodes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version int NOT NULL DEFAULT 1,
  source_system text COLLATE "C" NOT NULL CHECK (source_system IN ('POS', 'FUEL', 'ONLINE', 'KIOSK')),
  source_code text COLLATE "C" NOT NULL CHECK (source_code ~ '^[0-9A-Z]{1,8}$'),
  tran_code text COLLATE "C" NOT NULL CHECK (tran_code ~ '^[0-9A-Z]{4}$'),
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
  deleted_at timestamptz
);
CREATE UNIQUE INDEX trancodes_key ON trancodes (source_system, source_code, company_code) WHERE deleted_at IS NULL;
CREATE INDEX trancodes_of_tran_code ON trancodes (tran_code, created_at) WHERE deleted_at IS NULL;
CREATE INDEX trancodes_of_company ON trancodes (company_code, created_at) WHERE deleted_at IS NULL;
CREATE TRIGGER authors BEFORE INSERT OR UPDATE ON trancodes FOR EACH ROW EXECUTE FUNCTION name_row_authors();

CREATE INDEX tenders_of_payment_method ON tenders (payment_method_code, created_at) WHERE deleted_at IS NULL;
CREATE INDEX tenders_of_company ON tenders (company_code, created_at) WHERE deleted_at IS NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON establishments, branches, transaction_codes, trancodes TO backoffice_app;
