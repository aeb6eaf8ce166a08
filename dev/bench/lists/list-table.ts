import { Client } from 'pg'

/** As many as no lookup table has. */
const ROWS = 1_000_000

/** Fills tenders once, kept between runs. The database has its demo users. */
export async function fillTenders(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ filled: number }>('SELECT count(*)::int AS filled FROM tenders')
  if (rows[0]?.filled !== ROWS) {
    await client.query('BEGIN; ALTER TABLE tenders DISABLE TRIGGER authors; TRUNCATE tenders')
    await client.query(FILL, [ROWS])
    await client.query('ALTER TABLE tenders ENABLE TRIGGER authors; COMMIT')
    await client.query('VACUUM ANALYZE tenders')
  }
  await client.end()
}

const FILL = `
  INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, card_scheme, company_code, status,
    effective_from, effective_to, created_at, created_by_name, updated_at, updated_by_name)
  SELECT (ARRAY['POS', 'FUEL', 'ONLINE', 'KIOSK'])[1 + n % 4], upper(lpad(to_hex(n / 160), 4, '0')),
    (ARRAY['Visa credit', 'Fuel fleet', 'Gift card', 'GCash', 'Points', 'Cash', 'Mastercard'])[1 + n % 7]
      || ' ' || left(md5(n::text), 12),
    lpad((n % 40)::text, 4, '0'), CASE WHEN n % 3 = 0 THEN 'VISA ' || n % 50 END, 'C' || n / 4 % 40 + 100,
    CASE WHEN n % 10 = 0 THEN 'INACTIVE' ELSE 'ACTIVE' END,
    CASE WHEN n % 2 = 0 THEN date '2020-01-01' + n % 2000 END, CASE WHEN n % 4 = 0 THEN date '2026-01-01' + n % 2000 END,
    now(), 'Carla Lim', timestamptz '2025-01-01' + n * interval '31 seconds', 'Carla Lim'
  FROM generate_series(1, $1) n`
