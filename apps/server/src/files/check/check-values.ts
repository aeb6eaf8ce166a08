import { FILE_CODES, type FileCode } from '@backoffice/contract/file-codes'
import { isKeyOf } from '@backoffice/contract/objects'
import type { TableDeclaration, TableField } from '@backoffice/contract/table'
import { brokenRule, brokenTogether, isDay, type Values } from '../../features/lookup-tables/table-values.ts'
import type { FieldError } from '../../kernel/errors.ts'
import { templateFields } from '../csv/tidy-cell.ts'

export type ValueProblem = { field: string; code: FileCode; message: string }

/** Cached verdicts per field, because most values of choices and codes repeat. */
const MAX_CACHED_VERDICTS = 2_000

/** Checks rows by their table's declaration. References and overlaps are checked against the database elsewhere. */
export function createValueCheck(table: TableDeclaration) {
  const fields = templateFields(table)
  const verdicts = new Map<string, Map<string | null, ValueProblem | null>>()

  async function checkValue(
    field: string,
    written: TableField,
    value: string | null,
  ): Promise<ValueProblem | null> {
    const kept = verdicts.get(field) ?? new Map<string | null, ValueProblem | null>()
    verdicts.set(field, kept)
    const known = kept.get(value)
    if (known !== undefined) return known
    const verdict = await verdictOf(field, value, written, table)
    if (kept.size < MAX_CACHED_VERDICTS) kept.set(value, verdict)
    return verdict
  }

  /** Returns the first problem of each field. */
  return async (values: Values): Promise<ValueProblem[]> => {
    const problems: ValueProblem[] = []
    for (const [field, written] of fields) {
      const problem = await checkValue(field, written, values[field] ?? null)
      if (problem) problems.push(problem)
    }
    return [...problems, ...brokenTogether(table, values, problems).map(problemOf)]
  }
}

async function verdictOf(
  field: string,
  value: string | null,
  { label, type, options, optional }: TableField,
  table: TableDeclaration,
): Promise<ValueProblem | null> {
  const own = table.fields[field]
  if (own) return checkByRules(field, own, value)
  if (value === null) return optional ? null : { field, code: 'E001', message: FILE_CODES.E001 }
  if (type === 'date') return isDay(value) ? null : { field, code: 'E005', message: FILE_CODES.E005 }
  if (options && !Object.hasOwn(options, value))
    return { field, code: 'E010', message: `${label} must be one of ${Object.values(options).join(', ')}` }
  return null
}

/** The problem of a value with the rules of its field. */
export async function checkByRules(
  name: string,
  field: TableField,
  value: string | null,
): Promise<ValueProblem | null> {
  const error = await brokenRule(name, field, value ?? '')
  return error ? problemOf(error) : null
}

/** Maps the name of a rule to the code of a file error. */
function problemOf({ field, code, message }: FieldError): ValueProblem {
  if (isKeyOf(FILE_CODES, code)) return { field, code, message }
  return { field, code: code === 'required' || code === 'select_required' ? 'E001' : 'E004', message }
}
