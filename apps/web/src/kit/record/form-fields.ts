import type { RangeRule, TableDeclaration } from '@backoffice/contract/table'
import type { FieldRules } from '../form/rule-form.ts'
import { recordFields } from './rows.ts'

type FormValues = Record<string, string>
type Check = Pick<FieldRules<FormValues, string>, 'check' | 'reads'>

/** The rules of a form over a table: those of the declaration, and what its ranges and dates require of each other. */
export function formFields(table: TableDeclaration): Record<string, FieldRules<FormValues, string>> {
  const { ranges = [] } = table
  const checks: Record<string, Check> = {
    effective_to: {
      reads: ['effective_from'],
      check: (value, { effective_from = '' }) =>
        value !== '' && value < effective_from ? 'Effective to is before Effective from' : undefined,
    },
    ...Object.fromEntries(ranges.flatMap((range) => rangeChecks(table, range))),
  }
  return Object.fromEntries(
    recordFields(table).map(({ name, label, rules }) => [name, { label, rules, ...checks[name] }]),
  )
}

/** Both ends or none, and the end not before the start once both are filled up to the same length. */
function rangeChecks(table: TableDeclaration, { from, to, digits }: RangeRule): [string, Check][] {
  const labelOf = (name: string) => table.fields[name]?.label ?? name
  const missing = (name: string) => `Enter ${labelOf(name)}, or leave both empty`
  return [
    [
      from,
      {
        reads: [to],
        check: (value, values) => (value === '' && values[to] ? missing(from) : undefined),
      },
    ],
    [
      to,
      {
        reads: [from],
        check: (value, values) => {
          const start = values[from] ?? ''
          if (value === '') return start ? missing(to) : undefined
          return start !== '' && value.padEnd(digits, '9') < start.padEnd(digits, '0')
            ? `${labelOf(to)} is before ${labelOf(from)}`
            : undefined
        },
      },
    ],
  ]
}
