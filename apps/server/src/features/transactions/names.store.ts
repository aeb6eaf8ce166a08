import { sql } from 'kysely'
import { onlyRow, type Reader } from '../../db/client.ts'

type NamedRow = {
  tran_code?: string | null
  company_code: string | null
  branch_code: string | null
}

/** Names of the codes of transactions, null if unknown, and ages of their days. */
export type TransactionNames = {
  tranCode(row: NamedRow): string | null
  branch(row: NamedRow): string | null
  /** Working days from this day to `asOf`; null beyond the calendar. */
  age(day: string): number | null
}

type StoredNames = {
  codes: Readonly<Record<string, string>> | null
  branches: readonly (readonly [company: string, branch: string, name: string])[] | null
  days: Readonly<Record<string, number>> | null
}

/** Reads the names of all rows and the ages of all days at once. Days are YYYY-MM-DD. */
export async function findNames(
  db: Reader,
  rows: readonly NamedRow[],
  { asOf, days }: { asOf: string; days: readonly string[] },
): Promise<TransactionNames> {
  const { codes, branches, days: counts } = await readNames(db, rows, [asOf, ...days])
  const branchNames = new Map(branches?.map(([company, branch, name]) => [branchKey(company, branch), name]))
  return {
    tranCode: ({ tran_code }) => codes?.[tran_code ?? ''] ?? null,
    branch: ({ company_code, branch_code }) => branchNames.get(branchKey(company_code, branch_code)) ?? null,
    age: (day) => {
      const [until, from] = [counts?.[asOf], counts?.[day]]
      return until === undefined || from === undefined ? null : until - from
    },
  }
}

const branchKey = (company: string | null, branch: string | null) => JSON.stringify([company, branch])

const NO_NAMES: StoredNames = { codes: null, branches: null, days: null }

async function readNames(
  db: Reader,
  rows: readonly NamedRow[],
  days: readonly string[],
): Promise<StoredNames> {
  // With `asOf` alone there is nothing to name.
  if (rows.length === 0 && days.length === 1) return NO_NAMES
  const distinct = (name: keyof NamedRow) => [...new Set(rows.flatMap((row) => row[name] ?? []))]
  const { rows: stored } = await sql<StoredNames>`/* read names-of-transactions */
    SELECT (SELECT json_object_agg(tran_code, description) FROM transaction_codes
        WHERE tran_code = ANY(${distinct('tran_code')}) AND deleted_at IS NULL) AS codes,
      (SELECT json_agg(json_build_array(company_code, branch_code, branch_name)) FROM branches
        WHERE company_code = ANY(${distinct('company_code')}) AND branch_code = ANY(${distinct('branch_code')})
          AND deleted_at IS NULL) AS branches,
      (SELECT json_object_agg(day, working_days) FROM calendar_days
        WHERE day = ANY(${[...new Set(days)]}::date[])) AS days`.execute(db)
  return onlyRow(stored)
}
