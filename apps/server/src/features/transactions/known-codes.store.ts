import { sql } from 'kysely'
import type { Reader } from '../../db/client.ts'
import { type FieldError, invalidFields } from '../../kernel/errors.ts'

type Codes = Readonly<Partial<Record<'company_code' | 'branch_code' | 'terminal_id', string | undefined>>>

/**
 * Throws 422 for codes without a row, in force or not, and without transactions. An empty result would be misleading.
 * Unmapped terminals are known by the code from their source.
 */
export async function requireKnownCodes(db: Reader, codes: Codes): Promise<void> {
  const of = (name: keyof Codes) => codes[name]?.toUpperCase() || null
  const [company, branch, terminal] = [of('company_code'), of('branch_code'), of('terminal_id')]
  if (company === null && branch === null && terminal === null) return
  const { rows } = await sql<Record<keyof Codes, boolean>>`
    SELECT ${company}::text IS NULL
        OR EXISTS (SELECT FROM company_groups WHERE company_code = ${company} AND deleted_at IS NULL)
        OR EXISTS (SELECT FROM code_usage WHERE kind = 'COMPANY' AND code = ${company}) AS company_code,
      ${branch}::text IS NULL
        OR EXISTS (SELECT FROM branches WHERE branch_code = ${branch} AND deleted_at IS NULL
          AND company_code = coalesce(${company}, company_code))
        OR EXISTS (SELECT FROM code_usage WHERE kind = 'BRANCH' AND code = ${branch}
          AND company_code = coalesce(${company}, company_code)) AS branch_code,
      ${terminal}::text IS NULL
        OR EXISTS (SELECT FROM terminals WHERE terminal_id = ${terminal} AND deleted_at IS NULL)
        OR EXISTS (SELECT FROM code_usage WHERE kind = 'TERMINAL' AND code = ${terminal}) AS terminal_id`.execute(
    db,
  )
  const [known] = rows
  const errors: FieldError[] = []
  const refuse = (field: keyof Codes, message: string) =>
    errors.push({ field, code: 'unknown_code', message })
  if (!known?.company_code) refuse('company_code', `Company ${company} does not exist`)
  // An unknown company has no branches, so one error is enough.
  else if (!known.branch_code)
    refuse('branch_code', `Branch ${branch} does not exist${company === null ? '' : ` in ${company}`}`)
  if (!known?.terminal_id) refuse('terminal_id', `Terminal ${terminal} does not exist`)
  if (errors.length > 0) throw invalidFields(errors)
}
