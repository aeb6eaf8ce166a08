import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { newRun, stagingTable } from '../db/staging-table.ts'
import type { ReadyFile, ValidateInquiryFile } from '../files/check/validate-inquiry-file.ts'
import { validateInquiryFile } from '../files/check/validate-inquiry-file.ts'
import type { RejectedFile } from '../files/csv/file-rejected.ts'
import { createTestDatabase } from './test-database.ts'

type StagedRow = {
  row_no: number
  card_number: string | null
  date_from: string | null
  outcome: string
} & Record<'reason' | 'card_text' | 'reference_no' | 'date_to', string | null>

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Validates files in transactions that are rolled back; returns staged rows and reports. */
export async function createDryRunDatabase() {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.ledgerUrl, options: '-c role=backoffice_app' })
  await client.connect()

  async function validate(content: string | Uint8Array, overrides: Partial<ValidateInquiryFile> = {}) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const reports: Record<string, string> = {}
    const filekey = randomUUID()
    const run = newRun()
    await client.query('BEGIN')
    const result = await validateInquiryFile({
      client,
      ...{ filekey, run },
      source: inPieces(bytes, 7_000),
      today: '2026-11-20',
      openReport: (name) => {
        reports[name] = ''
        return {
          write: (part) => {
            reports[name] += Buffer.from(part).toString()
          },
          end: () => {},
          discard: () => {
            delete reports[name]
          },
        }
      },
      ...overrides,
    })
    const table = stagingTable(filekey, run)
    const { rows: found } = await client.query('SELECT to_regclass($1) IS NOT NULL AS exists', [table])
    const rows: StagedRow[] =
      found[0].exists === true
        ? (
            await client.query(
              `SELECT row_no, card_number, date_from::text, date_to::text, outcome, reason, card_text, reference_no
               FROM ${table} ORDER BY row_no`,
            )
          ).rows
        : []
    await client.query('ROLLBACK')
    return { result, rows, reports, ready: result as ReadyFile, rejected: result as RejectedFile }
  }

  const close = async () => {
    await client.end()
    await database.drop()
  }
  return { client, validate, close }
}
