import type { TableDeclaration } from '@backoffice/contract/table'
import { crossChecks } from '@backoffice/contract/table-checks'
import type { FieldRules } from '../form/rule-form.ts'
import { type RecordField, recordFields } from './rows.ts'

type FormValues = Record<string, string>

/** Rules of a table's form: those of the fields, and checks across fields. */
export function formFields(table: TableDeclaration): Record<string, FieldRules<FormValues, string>> {
  const crossed = crossChecks(table)
  return Object.fromEntries(
    recordFields(table).map(({ name, label, rules }) => {
      const own = crossed.filter(({ field }) => field === name)
      const together = own.length > 0 && {
        reads: own.flatMap(({ reads }) => reads),
        check: (_: string, values: FormValues) => firstProblem(own, values),
      }
      return [name, { label, rules, ...together }]
    }),
  )
}

function firstProblem(checks: ReturnType<typeof crossChecks>, values: FormValues): string | undefined {
  for (const { check } of checks) {
    const problem = check(values)
    if (problem) return problem.message
  }
  return undefined
}

/** Longer texts use the full width of the form. */
const HALF_WIDTH_CHARS = 30

/**
 * Fields in rows of two, in declared order. The ends of a range share a row. The next half-width field joins a field
 * that would be alone before them.
 */
export function formRows(
  table: TableDeclaration,
  isShown: (field: RecordField) => boolean = () => true,
): RecordField[][] {
  const pairs = [
    ...[...(table.ranges ?? []), ...(table.periods ?? [])].map(({ from, to }) => [from, to]),
    ['effective_from', 'effective_to'],
  ]
  const left = recordFields(table).filter(isShown)
  const rows: RecordField[][] = []
  const isPaired = ({ name }: RecordField) => pairs.some((pair) => pair.includes(name))
  const takeFirst = (fits: (field: RecordField) => boolean): RecordField[] => {
    const index = left.findIndex(fits)
    return index < 0 ? [] : left.splice(index, 1)
  }
  while (left.length > 0) {
    const [field] = left.splice(0, 1)
    if (!field) break
    const pair = pairs.find((names) => names.includes(field.name))
    if (isWide(field)) rows.push([field])
    else if (pair) rows.push([field, ...takeFirst(({ name }) => pair.includes(name))])
    else rows.push([field, ...takeFirst((other) => !isWide(other) && !isPaired(other))])
  }
  return rows
}

const isWide = ({ type, max = 0 }: RecordField) => type === 'text' && max >= HALF_WIDTH_CHARS
