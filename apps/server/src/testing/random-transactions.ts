/** Three months of dashboard data, mostly near midnight, the same in each run. */

const FUNCTIONS = `
SELECT setseed(0.42);
CREATE FUNCTION pick(variadic choices text[]) RETURNS text LANGUAGE sql VOLATILE AS
  $$ SELECT choices[1 + floor(random() * cardinality(choices))::int] $$;
-- Within two minutes of a midnight in Manila, three times of four.
CREATE FUNCTION moment(day date) RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT day::timestamp AT TIME ZONE 'Asia/Manila' + CASE WHEN random() < 0.75
    THEN (random() * 240 - 120) * interval '1 second' ELSE random() * interval '1 day' END $$;`
const WITHOUT_FUNCTIONS = 'DROP FUNCTION moment, pick;'

export const RANDOM_TRANSACTIONS = `${FUNCTIONS}
INSERT INTO transactions (transaction_id, card_number, business_date, transaction_at, source_system, source_tran_code,
  source_tender_id, source_terminal_id, tran_code, tran_class, company_code, branch_code, terminal_id,
  payment_method_code, receipt_no, amount, points, status)
SELECT id, 9990000000000011, day, moment(day), pick('POS', 'FUEL'), pick('SALE', 'VOID'), pick('01', '02', NULL),
  pick('00000001', '00000002', 'T0000003', NULL), CASE WHEN tran_class <> '' THEN left(tran_class, 4) END, tran_class,
  pick('NLF', 'MBR', NULL), pick('0101', NULL), pick('00000001', NULL), pick('CSH', NULL), pick('R1', 'R2', 'R3', NULL),
  (floor(random() * 4) - 1)::int * 10000, (floor(random() * 9) - 4)::int * 50,
  pick('POSTED', 'POSTED', 'PENDING', 'REVERSED', 'REJECTED')
FROM (
  SELECT id, date '2026-11-20' - floor(random() * random() * 70)::int AS day,
    nullif(pick('EARN', 'EARN', 'REDEEM', 'REVERSAL', 'ADJUSTMENT', 'EXPIRY', ''), '') AS tran_class
  FROM generate_series(1, 3000) AS id
) AS drawn
-- A day in the middle without any.
WHERE day <> '2026-11-15';
UPDATE transactions SET tran_code = NULL, tran_class = NULL WHERE transaction_id % 11 = 0;
UPDATE transactions SET terminal_id = CASE WHEN random() < 0.7 THEN source_terminal_id END;
${WITHOUT_FUNCTIONS}`

/** Files, inquiries, users, terminals and holidays. */
export const RANDOM_DATA = `${FUNCTIONS}
INSERT INTO holidays VALUES ('2026-10-14', 'A day off'), ('2026-11-02', 'Another') ON CONFLICT DO NOTHING;

INSERT INTO files (source_filekey, kind, category, file_name, size, state, state_changed_at, uploaded_by, link_expires_at,
  uploaded_at, validated_at, confirmed_at, finished_at, total, error, processed, error_codes)
SELECT gen_random_uuid(), pick('inquiry', 'inquiry', 'import', 'export', 'action'), 'SMAC_INQUIRY', 'f.csv', 1, state,
  '2026-11-19T20:00:00Z', (SELECT id FROM users LIMIT 1), now(), moment(day), moment(day + 1),
  CASE WHEN state LIKE 'COMPLETED%' THEN moment(day + 1) - interval '1 hour' END,
  CASE WHEN state IN ('COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'REJECTED') THEN moment(day + 1) END,
  floor(random() * 900)::int, floor(random() * 90)::int, floor(random() * 800)::int,
  jsonb_build_object(pick('E001', 'E003'), floor(random() * 40)::int, pick('E005', 'E012', 'E002', 'E004', 'E007'), floor(random() * 40)::int)
FROM (
  SELECT date '2026-11-19' - floor(random() * random() * 80)::int AS day, pick('UPLOADED', 'VALIDATING', 'QUEUED', 'PROCESSING',
    'AWAITING_CONFIRMATION', 'MATCHING', 'COMPLETED', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'REJECTED', 'EXPIRED') AS state
  FROM generate_series(1, 400)
) AS drawn;

INSERT INTO inquiries (id, mode, source_filekey, purpose, as_of, partial, owner_id, created_at)
SELECT gen_random_uuid(), 'FILE', source_filekey, pick('MEMBER_COMPLAINT', 'RECONCILIATION', 'AUDIT'), '2026-11-01', true,
  uploaded_by, coalesce(confirmed_at, uploaded_at)
FROM files WHERE kind = 'inquiry';

INSERT INTO card_reveals (card_id, revealed_by, revealed_at, reason, ticket_no)
SELECT gen_random_uuid(), (SELECT id FROM users LIMIT 1), moment(date '2026-11-20' - floor(random() * 50)::int), 'AUDIT', 'T'
FROM generate_series(1, 200);

UPDATE users SET status = 'PENDING', created_at = CASE WHEN random() < 0.5
  THEN timestamptz '2026-11-12T15:59:00Z' ELSE timestamptz '2026-11-12T16:01:00Z' END
WHERE email IN ('new.hire@backoffice.test', 'auditor@backoffice.test', 'glass@backoffice.test');

INSERT INTO terminals (terminal_id, company_code, branch_code) VALUES
  ('00000001', 'NLF', '0101'), ('00000002', 'NLF', '0101'), ('T0000003', 'MBR', '0101');
INSERT INTO terminal_moves (terminal, from_company_code, from_branch_code, to_company_code, to_branch_code, moved_at, moved_by_name)
SELECT (SELECT id FROM terminals ORDER BY random(), n LIMIT 1),
  'NLF', '0101', 'NLF', '0102', moment(date '2026-11-20' - n * 6), 'System'
FROM generate_series(0, 12) AS n WHERE n % 3 > 0;
${WITHOUT_FUNCTIONS}`
