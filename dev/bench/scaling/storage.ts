import { Client } from 'pg'
import type { Line } from '../report.ts'

const ROWS = 100_000
const MB = 1024 ** 2

/** Rows as the product writes them, into copies of its tables. */
const FILLED: Readonly<Record<string, string>> = {
  audit_events: `INSERT INTO measured.audit_events (actor_id, actor_name, action, resource, resource_id, outcome, changes, request_id)
    SELECT gen_random_uuid(), 'Ana Cruz', 'tender.update', 'tender', gen_random_uuid()::text, 'done',
      jsonb_build_object('tender_name', jsonb_build_array('Cash ' || n, 'Cash desk ' || n), 'version', jsonb_build_array(n, n + 1)),
      gen_random_uuid()::text FROM generate_series(1, ${ROWS}) AS n`,
  files: `INSERT INTO measured.files (source_filekey, category, file_name, size, state, uploaded_by, link_expires_at, uploaded_at,
      validated_at, finished_at, sha256, result_sha256)
    SELECT gen_random_uuid(), 'SMAC_INQUIRY', 'branch-0417-' || n || '.csv', 1000000, 'COMPLETED', gen_random_uuid(), now(), now(),
      now(), now(), md5(n::text) || md5(n::text), md5(n::text) || md5(n::text) FROM generate_series(1, ${ROWS}) AS n`,
  inquiry_chunks: `INSERT INTO measured.inquiry_chunks SELECT gen_random_uuid(), 1, 1, 1, now(), 1, md5(n::text) || md5(n::text), 1, 1
    FROM generate_series(1, ${ROWS}) AS n`,
}

/** Bytes of a table and of its indexes for a million rows. */
export async function storageLines(url: string): Promise<Line[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const sizes = async (table: string, rows: number): Promise<Line> => {
    const found = await client.query<{ data: string; indexes: string }>(
      'SELECT pg_table_size($1::regclass) AS data, pg_indexes_size($1::regclass) AS indexes',
      [table],
    )
    const mb = (bytes: string | undefined) => Math.round(((Number(bytes) / rows) * 1e6) / MB)
    const { data, indexes } = found.rows[0] ?? {}
    const what = `a million rows of ${table.replace(/^.*\./, '')}`
    return {
      what,
      measured: `${mb(data)} MB and ${mb(indexes)} MB of indexes`,
      target: 'a figure',
      met: true,
    }
  }
  try {
    const lines: Line[] = []
    for (const table of ['cards', 'transactions']) {
      const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)
      lines.push(await sizes(table, Number(rows[0]?.n)))
    }
    await client.query('DROP SCHEMA IF EXISTS measured CASCADE; CREATE SCHEMA measured')
    for (const [table, insert] of Object.entries(FILLED)) {
      await client.query(`CREATE TABLE measured.${table} (LIKE public.${table} INCLUDING ALL)`)
      await client.query(insert)
      lines.push(await sizes(`measured.${table}`, ROWS))
    }
    await client.query('DROP SCHEMA measured CASCADE')
    return lines
  } finally {
    await client.end()
  }
}
