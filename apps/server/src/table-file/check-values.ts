import type { FileCode } from '@backoffice/contract/file-codes'
import { checkField } from '@backoffice/contract/rules/check'
import type { TableDeclaration } from '@backoffice/contract/table'
import { isDay, type WrittenField, writtenFields } from './tidy-cell.ts'

export type Values = Record<string, string | null>
export type ValueProblem = { field: string; code: FileCode; message: string }

/** Verdicts that are kept per field: most values of choices and codes come again. */
const MAX_KEPT_VERDICTS = 2_000

/** Checks rows by the declaration of their table alone; references and overlaps are checked against the database. */
export function createValueCheck(table: TableDeclaration) {
  const fields = writtenFields(table)
  const verdicts = new Map<string, Map<string | null, ValueProblem | null>>()

  async function checkValue(field: string, value: string | null): Promise<ValueProblem | null> {
    const kept = verdicts.get(field) ?? new Map<string | null, ValueProblem | null>()
    verdicts.set(field, kept)
    const known = kept.get(value)
    if (known !== undefined) return known
    // The names are those of the table.
    const verdict = await verdictOf(field, value, fields.get(field) as WrittenField, table)
    if (kept.size < MAX_KEPT_VERDICTS) kept.set(value, verdict)
    return verdict
  }

  /** The first problem of each field. */
  return async (values: Values): Promise<ValueProblem[]> => {
    const problems: ValueProblem[] = []
    for (const field of fields.keys()) {
      const problem = await checkValue(field, values[field] ?? null)
      if (problem) problems.push(problem)
    }
    for (const problem of [datesProblem(values), ...rangeProblems(table, values)])
      if (problem && !problems.some(({ field }) => field === problem.field)) problems.push(problem)
    return problems
  }
}

async function verdictOf(
  field: string,
  value: string | null,
  { label, type, options, optional }: WrittenField,
  table: TableDeclaration,
): Promise<ValueProblem | null> {
  if (value === null) return optional ? null : { field, code: 'E001', message: 'A required value is missing' }
  if (/\p{Cc}/u.test(value)) {
    const message = 'Has characters that are not allowed: line breaks, tabs or other control characters'
    return { field, code: 'E004', message }
  }
  if (type === 'date')
    return isDay(value) ? null : { field, code: 'E005', message: 'Not a date: use YYYY-MM-DD' }
  if (type === 'choice' && options && !Object.hasOwn(options, value))
    return { field, code: 'E010', message: `Not one of ${Object.keys(options).join(', ')}` }
  const { rules = '', max = Number.POSITIVE_INFINITY } = table.fields[field] ?? {}
  const length = Array.from(value).length
  if (length > max) return { field, code: 'E004', message: `Has ${length} characters; the most is ${max}` }
  const failure = await checkField(value, rules, { name: field, label, values: {} })
  return failure ? { field, code: 'E004', message: failure.message } : null
}

function datesProblem({ effective_from: from, effective_to: to }: Values): ValueProblem | null {
  if (!from || !to || !isDay(from) || !isDay(to) || to >= from) return null
  return { field: 'effective_to', code: 'E006', message: `Before effective_from, which is ${from}` }
}

function rangeProblems({ ranges = [] }: TableDeclaration, values: Values): (ValueProblem | null)[] {
  return ranges.map(({ from, to, digits, label }) => {
    const low = values[from] ?? null
    const high = values[to] ?? null
    if (low === null && high === null) return null
    if (low === null || high === null) {
      const [missing, other] = low === null ? [from, to] : [to, from]
      const message = `${other} is there, so ${missing} must be too: give both or none`
      return { field: missing, code: 'E001', message }
    }
    const isReversed = high.padEnd(digits, '9') < low.padEnd(digits, '0')
    return isReversed
      ? { field: to, code: 'E006', message: `The ${label} is reversed: it ends before ${low}` }
      : null
  })
}
