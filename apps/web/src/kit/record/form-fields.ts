import type { TableDeclaration } from '@backoffice/contract/table'
import { crossChecks } from '@backoffice/contract/table-checks'
import type { FieldRules } from '../form/rule-form.ts'
import { recordFields } from './rows.ts'

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
