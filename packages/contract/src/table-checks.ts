import { type RangeRule, type TableDeclaration, type TableField, writtenFields } from './table.ts'

/** Texts by field; null and empty mean no value. */
export type Texts = Readonly<Record<string, string | null | undefined>>

/** A check of several fields of a row. `code`: error code in files. */
export type CrossCheck = {
  /** The field that shows the error. */
  readonly field: string
  /** The other fields that it depends on. */
  readonly reads: readonly string[]
  readonly check: (values: Texts) => { code: 'E001' | 'E006' | 'E010'; message: string } | undefined
}

/**
 * Checks of a row by itself, from its declaration. A check may be skipped while one of its fields is invalid. The
 * server finds overlaps with other rows, such as of a tender's BIN range, by a constraint of the table
 * (`table-constraints.ts` of the lookup tables) and in an import by `range-overlaps.ts`.
 */
export function crossChecks(table: TableDeclaration): CrossCheck[] {
  const { fields, ranges = [], periods = [] } = table
  return [
    notReversed(table, 'effective_from', 'effective_to'),
    ...periods.map(({ from, to }) => notReversed(table, from, to)),
    ...ranges.flatMap((range) => rangeChecks(table, range)),
    ...Object.entries(fields).flatMap(([name, field]) => requirement(table, name, field)),
  ]
}

function labelOf(table: TableDeclaration, name: string): string {
  return writtenFields(table)[name]?.label ?? name
}

function notReversed(table: TableDeclaration, from: string, to: string): CrossCheck {
  const message = `${labelOf(table, to)} is before ${labelOf(table, from)}`
  return {
    field: to,
    reads: [from],
    check: ({ [from]: start, [to]: end }) =>
      start && end && end < start ? { code: 'E006', message } : undefined,
  }
}

/** Requires both ends or none, and an end that is not before the start after padding. */
function rangeChecks(table: TableDeclaration, { from, to, digits }: RangeRule): CrossCheck[] {
  const missing = (name: string) =>
    ({ code: 'E001', message: `Enter ${labelOf(table, name)}, or leave both empty` }) as const
  return [
    {
      field: from,
      reads: [to],
      check: (values) => (!values[from] && values[to] ? missing(from) : undefined),
    },
    {
      field: to,
      reads: [from],
      check: ({ [from]: start, [to]: end }) => {
        if (!end) return start ? missing(to) : undefined
        return start && end.padEnd(digits, '9') < start.padEnd(digits, '0')
          ? { code: 'E006', message: `${labelOf(table, to)} is before ${labelOf(table, from)}` }
          : undefined
      },
    },
  ]
}

function requirement(table: TableDeclaration, name: string, field: TableField): CrossCheck[] {
  const { label, requiredWhen: when, reference, options } = field
  if (!when) return []
  const condition = `${labelOf(table, when.field)} ${table.fields[when.field]?.options?.[when.is] ?? when.is}`
  const verb = reference || options ? 'Select' : 'Enter'
  return [
    {
      field: name,
      reads: [when.field],
      check: (values) => {
        const isMeant = values[when.field] === when.is
        if (isMeant === Boolean(values[name])) return undefined
        return isMeant
          ? { code: 'E001', message: `${verb} ${label}` }
          : { code: 'E010', message: `${label} is only for ${condition}. Leave it empty.` }
      },
    },
  ]
}
