import { Client } from 'pg'
import { AS_OF } from '../database.ts'

export const VARIANTS = ['plain', 'monthly'] as const
export type Variant = (typeof VARIANTS)[number]

export const YEARS = 5
const DAYS = YEARS * 365
export const CARDS_OF = (transactions: number) => Math.round(transactions / 6)

/** As the owner, finding the tables of the variant in place of the product's. */
export async function connect(url: string, variant: Variant): Promise<Client> {
  const client = new Client({ connectionString: url, options: searchPath(variant) })
  await client.connect()
  return client
}

export const searchPath = (variant: Variant) => `-c search_path=${variant},public`

/**
 * The same transactions of five years twice, with the indexes of the product: in one table, and in one partition for each
 * month. Built once for a number of transactions.
 */
export async function fillYears(url: string, transactions: number): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `SELECT to_regclass('monthly.built_${transactions}') IS NOT NULL AS built`,
    )
    if (rows[0].built) return
    await client.query(
      'DROP SCHEMA IF EXISTS plain CASCADE; DROP SCHEMA IF EXISTS monthly CASCADE; TRUNCATE cards',
    )
    await client.query(CARDS, [CARDS_OF(transactions)])
    await client.query('CREATE SCHEMA plain; CREATE SCHEMA monthly')
    await client.query(`CREATE TABLE plain.transactions (LIKE public.transactions INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
      CREATE TABLE monthly.transactions (LIKE public.transactions INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
        PARTITION BY RANGE (business_date)`)
    await client.query(PARTITIONS)
    console.log(`${transactions.toLocaleString('en')} transactions, twice …`)
    // In the order of their days, as loads bring them.
    await client.query(ROWS, [transactions, CARDS_OF(transactions)])
    await client.query('INSERT INTO monthly.transactions SELECT * FROM plain.transactions')
    await index(client)
    await client.query('VACUUM (ANALYZE) cards, plain.transactions, monthly.transactions')
    await client.query(`CREATE TABLE monthly.built_${transactions} ()`)
  } finally {
    await client.end()
  }
}

/** A partitioned table is unique only with the column that divides it. */
async function index(client: Client) {
  const { rows } = await client.query<{ definition: string }>(
    `SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = 'public.transactions'::regclass AND NOT indisprimary`,
  )
  await client.query(`SET maintenance_work_mem = '512MB'`)
  await client.query('ALTER TABLE plain.transactions ADD PRIMARY KEY (transaction_id)')
  await client.query('ALTER TABLE monthly.transactions ADD PRIMARY KEY (transaction_id, business_date)')
  for (const { definition } of rows)
    for (const variant of VARIANTS)
      await client.query(definition.replace(' ON public.transactions ', ` ON ${variant}.transactions `))
}

const CARDS = `INSERT INTO cards (card_number, account_number, tier, status, activated_on, points_balance, member_name_masked)
  SELECT 9990000000000000 + n, lpad((n / 2)::text, 10, '0'), 'CLASSIC', 'ACTIVE', '2020-01-01', 1000, 'J•••'
  FROM generate_series(1, $1::int) AS n`

const PARTITIONS = `DO $$
  DECLARE month date;
  BEGIN
    FOR month IN SELECT generate_series(date_trunc('month', date '${AS_OF}' - ${DAYS}), '${AS_OF}'::date + 31, '1 month') LOOP
      EXECUTE format('CREATE TABLE monthly.%I PARTITION OF monthly.transactions FOR VALUES FROM (%L) TO (%L)',
        'transactions_' || to_char(month, 'YYYY_MM'), month, (month + interval '1 month')::date);
    END LOOP;
  END $$`

/** Cards at random, days in order: those of a card lie apart, as they do in life. */
const ROWS = `INSERT INTO plain.transactions (transaction_id, card_number, business_date, transaction_at, posted_at,
    source_system, source_tran_code, source_tender_id, source_terminal_id, tran_code, tran_class, company_code, branch_code,
    terminal_id, payment_method_code, receipt_no, rrn, amount, points, balance_after, status)
  SELECT n, 9990000000000000 + 1 + floor(random() * $2)::bigint, day, day + time '10:00', day + 1, 'POS', 'SALE', '01',
    terminal, '1000', 'EARN', 'NLF', '0417', terminal, 'CSH', 'N' || lpad(n::text, 9, '0'),
    CASE WHEN n % 2 = 0 THEN lpad((n * 7)::text, 12, '0') END, 10000 + n % 90000, n % 500, 1000,
    CASE WHEN n % 400 = 0 OR day > '${AS_OF}'::date - 10 AND n % 4 = 0 THEN 'PENDING' ELSE 'POSTED' END
  FROM (SELECT n, '${AS_OF}'::date - ${DAYS} + (n * ${DAYS}::bigint / $1::bigint)::int AS day,
      '6' || lpad((n % 4000)::text, 7, '0') AS terminal
    FROM generate_series(1, $1::bigint) AS n) AS rows`

export type Sizes = { table: number; indexes: number; rows: number }

export async function sizesOf(client: Client, variant: Variant): Promise<Sizes> {
  const { rows } = await client.query<{ table: string; indexes: string; rows: string }>(
    `SELECT sum(pg_table_size(relid)) AS table, sum(pg_indexes_size(relid)) AS indexes,
       (SELECT count(*) FROM transactions) AS rows
     FROM pg_class, LATERAL (SELECT oid::regclass AS relid) AS named
     WHERE relnamespace = '${variant}'::regnamespace AND relkind = 'r'`,
  )
  const [sizes] = rows
  return { table: Number(sizes?.table), indexes: Number(sizes?.indexes), rows: Number(sizes?.rows) }
}
