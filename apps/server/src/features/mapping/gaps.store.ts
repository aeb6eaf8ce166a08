import { gapsList } from '@backoffice/contract/lists/mapping-gaps'
import { GAP_KINDS, GAP_TABLES, type GapKind } from '@backoffice/contract/mapping'
import { type RawBuilder, sql } from 'kysely'
import { jsonb, onlyRow, type Reader } from '../../db/client.ts'
import type { LedgerReader, LedgerTx } from '../../db/ledger.ts'

export type StoredGap = {
  id: string
  kind: GapKind
  source_system: string | null
  code: string
  company_code: string | null
  companies: string[]
  branch_code: string | null
  branches: number
  first_at: Date
  last_at: Date
  transactions: string
  amount: string
}

const storedKinds = (kinds: readonly GapKind[]) => kinds.map((kind) => `${kind}_GAP`)

/** Codes that differ only in case are one gap; a terminal is one gap for all sources. */
function gaps(kinds: readonly GapKind[]) {
  const isTerminal = sql`kind = 'TERMINAL_GAP'`
  return sql<StoredGap>`(
    SELECT concat_ws(':', gap.kind, gap.system, gap.code, gap.company) AS id, gap.kind, gap.code,
      nullif(gap.system, '') AS source_system,
      CASE WHEN count(DISTINCT used.company_code) = 1 THEN nullif(min(used.company_code), '') END AS company_code,
      array_remove(array_agg(DISTINCT used.company_code), '') AS companies,
      CASE WHEN count(DISTINCT (used.company_code, used.branch_code)) FILTER (WHERE used.branch_code <> '') = 1
        THEN max(used.branch_code) END AS branch_code,
      (count(DISTINCT (used.company_code, used.branch_code)) FILTER (WHERE used.branch_code <> ''))::int AS branches,
      min(used.first_at) AS first_at, max(used.last_at) AS last_at, sum(used.transactions) AS transactions,
      sum(used.amount) AS amount
    FROM code_usage used, LATERAL (SELECT split_part(used.kind, '_', 1) COLLATE "C" AS kind, upper(used.code) COLLATE "C" AS code,
      CASE WHEN ${isTerminal} THEN '' ELSE used.source_system END COLLATE "C" AS system,
      CASE WHEN ${isTerminal} THEN '' ELSE used.company_code END COLLATE "C" AS company) gap
    WHERE used.kind = ANY(${storedKinds(kinds)})
    GROUP BY gap.kind, gap.system, gap.code, gap.company
  )`
}

export function gapsSource(db: Reader, kinds: readonly GapKind[] = GAP_KINDS) {
  const column = (name: keyof StoredGap) => sql.ref(`g.${name}`)
  return {
    declaration: gapsList,
    query: db.selectFrom(gaps(kinds).as('g')).selectAll(),
    id: column('id'),
    fields: {
      kind: { sql: column('kind') },
      source_system: { sql: column('source_system'), nullable: true },
      code: { sql: column('code') },
      company_code: { sql: column('company_code'), nullable: true },
      branch_code: { sql: column('branch_code'), nullable: true },
      first_at: { sql: column('first_at') },
      last_at: { sql: column('last_at') },
      transactions: { sql: column('transactions') },
      amount: { sql: sql`round(g.amount / 100, 2)` },
    },
    searched: [column('code'), column('company_code'), column('branch_code')],
  }
}

export type GapFigures = { kind: GapKind; codes: number; transactions: number; amount: number }

export async function gapFigures(db: Reader, kinds: readonly GapKind[]): Promise<GapFigures[]> {
  const { rows } = await sql<{ kind: GapKind; codes: number; transactions: string; amount: string }>`
    SELECT kind, count(*)::int AS codes, sum(transactions) AS transactions, sum(amount) AS amount
    FROM ${gaps(kinds)} g GROUP BY kind`.execute(db)
  return kinds.map((kind) => {
    const found = rows.find((row) => row.kind === kind)
    const { codes = 0, transactions = 0, amount = 0 } = found ?? {}
    return { kind, codes, transactions: Number(transactions), amount: Number(amount) }
  })
}

type KindOfGaps = GapFigures & { new_codes: number; first_at: Date | null }

/** Figures of each kind, with the number of codes first seen since `since` and the time of the oldest. */
export async function kindsOfGaps(db: Reader, since: Date): Promise<KindOfGaps[]> {
  const [figures, { rows }] = await Promise.all([
    gapFigures(db, GAP_KINDS),
    sql<{ kind: GapKind; new_codes: number; first_at: Date }>`
      SELECT kind, count(*) FILTER (WHERE first_at >= ${since})::int AS new_codes, min(first_at) AS first_at
      FROM ${gaps(GAP_KINDS)} g GROUP BY kind`.execute(db),
  ])
  return figures.map((each) => {
    const { new_codes = 0, first_at = null } = rows.find(({ kind }) => kind === each.kind) ?? {}
    return { ...each, new_codes, first_at }
  })
}

export async function largestGaps(db: Reader, kinds: readonly GapKind[], most: number): Promise<StoredGap[]> {
  const { rows } = await sql<StoredGap>`
    SELECT * FROM ${gaps(kinds)} g ORDER BY amount DESC, id LIMIT ${most}`.execute(db)
  return rows
}

/** Companies of the transactions of unmapped terminals, by terminal. */
export async function companiesOfTerminals(
  db: Reader,
  terminals: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ code: string; companies: string[] }>`
    SELECT upper(code) AS code, array_agg(DISTINCT company_code ORDER BY company_code) AS companies FROM code_usage
    WHERE kind = 'TERMINAL_GAP' AND company_code <> '' AND upper(code) = ANY(${terminals}) GROUP BY 1`.execute(
    db,
  )
  return new Map(rows.map(({ code, companies }) => [code, companies]))
}

type Sums = { transactions: number; amount: number }

export async function sumsByMapping(db: Reader): Promise<{ blocked: Sums; mapped: Sums }> {
  const { rows } = await sql<{ kind: string; transactions: string; amount: string }>`
    SELECT kind, sum(transactions) AS transactions, sum(amount) AS amount
    FROM code_usage WHERE kind IN ('ANY_GAP', 'TRANCODE') GROUP BY kind`.execute(db)
  const sumsOf = (kindName: string) => {
    const { transactions = 0, amount = 0 } = rows.find(({ kind }) => kind === kindName) ?? {}
    return { transactions: Number(transactions), amount: Number(amount) }
  }
  // Every transaction has a source tran code.
  const all = sumsOf('TRANCODE')
  const blocked = sumsOf('ANY_GAP')
  const mapped = {
    transactions: all.transactions - blocked.transactions,
    amount: all.amount - blocked.amount,
  }
  return { blocked, mapped }
}

/** A code with waiting transactions. `company` is null for transactions of every company. */
export type WaitingCode = { system: string; code: string; company: string | null; transactions: number }

/**
 * Codes of a kind with waiting transactions that now have a row. `only` limits them to these codes. A row for all
 * companies counts for each company with waiting transactions.
 */
export async function findWaiting(
  db: Reader,
  kind: GapKind,
  only?: readonly string[],
): Promise<WaitingCode[]> {
  const ofCode = only ? sql`upper(used.code) = ANY(${only})` : sql`true`
  const { rows } = await sql<Omit<WaitingCode, 'transactions'> & { transactions: string }>`
    SELECT ${kind === 'TERMINAL' ? sql`''` : sql`used.source_system`} AS system, upper(used.code) AS code,
      ${kind === 'TERMINAL' ? sql`NULL` : sql`used.company_code`} AS company, sum(used.transactions) AS transactions
    FROM code_usage used WHERE used.kind = ${`${kind}_GAP`} AND ${ofCode} AND EXISTS (SELECT FROM ${sql.table(GAP_TABLES[kind].table.name)} r
        WHERE r.deleted_at IS NULL AND ${closesGap(kind, (name) => sql.ref(`r.${name}`))})
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(db)
  return rows.map((row) => ({ ...row, transactions: Number(row.transactions) }))
}

/**
 * True if a row with these values may close the gap `used`. Some transactions may still wait because the row is not in
 * force on their day.
 */
function closesGap(kind: GapKind, value: (field: string) => RawBuilder<unknown>): RawBuilder<boolean> {
  const ofSource =
    kind === 'TERMINAL'
      ? sql`true`
      : sql`${value('source_system')} = used.source_system AND ${value('company_code')} IN (used.company_code, '*')`
  return sql<boolean>`(${value(GAP_TABLES[kind].code)} = upper(used.code) AND ${value('status')} = 'ACTIVE' AND ${ofSource})`
}

/** Number of transactions that wait for rows which are not written yet. `rows`: FROM clause with their values. */
export async function countWaiting(
  db: Reader,
  kind: GapKind,
  rows: RawBuilder<unknown>,
  value: (field: string) => RawBuilder<unknown>,
): Promise<number> {
  const { rows: sums } = await sql<{ transactions: string }>`
    SELECT coalesce(sum(used.transactions), 0) AS transactions FROM code_usage used
    WHERE used.kind = ${`${kind}_GAP`} AND EXISTS (SELECT ${rows} AND ${closesGap(kind, value)})`.execute(db)
  return Number(onlyRow(sums).transactions)
}

/** Number of mapped transactions with the code of a row, by this row or another row of the code. */
export async function countMapped(db: Reader, kind: GapKind, row: object): Promise<number> {
  const values = row as Readonly<Record<string, unknown>>
  const ofSource =
    kind === 'TERMINAL'
      ? sql`true`
      : sql`source_system = ${values.source_system} AND ${values.company_code} IN (company_code, '*')`
  const { rows } = await sql<{ mapped: string }>`
    SELECT coalesce(sum(CASE kind WHEN ${kind} THEN transactions ELSE -transactions END), 0) AS mapped FROM code_usage
    WHERE kind IN (${kind}, ${`${kind}_GAP`}) AND upper(code) = ${values[GAP_TABLES[kind].code]} AND ${ofSource}`.execute(
    db,
  )
  return Number(rows[0]?.mapped ?? 0)
}

/** Row of a lookup table that may map a code. Times are text, because a Date has no microseconds. */
type Candidate = {
  company_code: string
  branch_code?: string
  effective_from: string | null
  effective_to: string | null
  /** When the terminal left this place. */
  until?: string | null
  code?: string
  /** Class of a transaction code. */
  class?: string | null
}

/**
 * Rows in use of a code, on any day. `terminal_moves` gives the former places of a terminal. A terminal that moved
 * while it was deleted had mapped no transaction in its former place.
 */
export async function listCandidates(
  db: Reader,
  kind: GapKind,
  { system, code }: Pick<WaitingCode, 'system' | 'code'>,
): Promise<Candidate[]> {
  const isUsed = sql`r.deleted_at IS NULL AND r.status = 'ACTIVE'`
  const places = sql`
    SELECT place.company_code, place.branch_code, r.effective_from, r.effective_to, place.until::text AS until
    FROM terminals r, LATERAL (
      SELECT r.company_code, r.branch_code, NULL::timestamptz AS until
      UNION ALL SELECT from_company_code, from_branch_code, moved_at FROM terminal_moves
        WHERE terminal = r.id AND NOT was_deleted
    ) place WHERE r.terminal_id = ${code} AND ${isUsed}`
  const ofSource = sql`r.source_system = ${system}`
  const { rows } = await {
    TERMINAL: sql<Candidate>`${places}`,
    TENDER: sql<Candidate>`SELECT company_code, effective_from, effective_to, payment_method_code AS code FROM tenders r
      WHERE ${ofSource} AND r.tender_id = ${code} AND ${isUsed}`,
    TRANCODE: sql<Candidate>`
      SELECT r.company_code, r.effective_from, r.effective_to, r.tran_code AS code, k.class FROM trancodes r
      LEFT JOIN transaction_codes k ON k.tran_code = r.tran_code AND k.deleted_at IS NULL
      WHERE ${ofSource} AND r.source_code = ${code} AND ${isUsed}`,
  }[kind].execute(db)
  return rows
}

type MapChunk = {
  filekey: string
  kind: GapKind
  code: WaitingCode
  candidates: readonly Candidate[]
  most: number
}

/**
 * Maps the next transactions of a code, after those of the file's progress. Returns how many it has seen, at most
 * `most`.
 */
export async function mapTransactions(tx: LedgerTx, chunk: MapChunk): Promise<number> {
  const { filekey, kind, code, candidates, most } = chunk
  const { rows } = await sql<{ seen: number }>`
    SELECT map_transactions(${filekey}, ${kind}, ${code.system}, ${code.code}, ${code.company}, ${jsonb(candidates)},
      ${most}) AS seen`.execute(tx)
  return onlyRow(rows).seen
}

export type MappingProgress = { seen: number; mapped: number }

/** Transactions that the mapping of a file has seen, over all codes. */
export async function mappingProgress(ledger: LedgerReader, filekey: string): Promise<MappingProgress> {
  return await ledger
    .selectFrom('mapping_progress')
    .select([
      sql<number>`coalesce(sum(seen), 0)::int`.as('seen'),
      sql<number>`coalesce(sum(mapped), 0)::int`.as('mapped'),
    ])
    .where('source_filekey', '=', filekey)
    .executeTakeFirstOrThrow()
}

/** Removes the progress of mappings that have not continued since. */
export async function removeMappingProgress(ledger: LedgerReader, until: Date): Promise<void> {
  await ledger.deleteFrom('mapping_progress').where('updated_at', '<=', until).execute()
}
