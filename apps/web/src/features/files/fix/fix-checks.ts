import { uploadLayout } from '@backoffice/contract/columns'
import type { RowToFix } from '@backoffice/contract/fixes'
import { checkCardNumber } from '@backoffice/contract/inquiry-criteria'
import { tableOf } from '@backoffice/contract/tables/tables'
import { useEffect, useRef, useState } from 'react'
import { checkValues } from '../../../kit/form/checks.ts'
import type { FieldRules } from '../../../kit/form/rule-form.ts'
import { formFields } from '../../../kit/record/form-fields.ts'
import { today } from '../../../ui/date/days.ts'
import { rangeErrors } from '../tracked/confirmation-form.ts'
import { type CellMessages, cellValue, type RowMessages } from './fix-cells.ts'
import type { FixDraft, RowDraft } from './fix-draft.ts'

type CellRules = Readonly<Record<string, FieldRules<Record<string, string>, string>>>

/** Rules of the fields of an upload, as its form has them. The server checks again. */
export function cellRules(category: string): CellRules {
  const table = tableOf(category)
  if (table) return formFields(table)
  const { fields } = uploadLayout(category)
  return Object.fromEntries(
    Object.entries(fields).map(([name, { label, rules }]) => [
      name,
      {
        label,
        rules,
        ...INQUIRY_RANGE[name],
        ...(isCardField(category, name) && { check: checkCardNumber }),
      },
    ]),
  )
}

type Range = Record<string, string>
const rangeError = (values: Range) => rangeErrors(values.date_from ?? '', values.date_to ?? '', today())

/** Checks of the range of a row, which may also have no dates. */
const INQUIRY_RANGE: CellRules = {
  date_from: {
    label: 'Date from',
    reads: ['date_to'],
    check: (from, values) => (!from && values.date_to ? 'Enter Date from' : rangeError(values).date_from),
  },
  date_to: {
    label: 'Date to',
    reads: ['date_from'],
    check: (to, values) => (!to && values.date_from ? 'Enter Date to' : rangeError(values).date_to),
  },
}

/** True for the column of an inquiry whose values are masked, right or wrong. */
export function isCardField(category: string, field: string): boolean {
  return field === 'card_number' && tableOf(category) === undefined
}

/** Messages about the changed cells of a row, and about unchanged ones that are checked together with them. */
export async function checkChanges(
  row: RowToFix,
  changes: RowDraft,
  rules: CellRules,
  dates: ReadonlySet<string>,
): Promise<RowMessages> {
  const changed = new Set([...changes].flatMap(([field, value]) => (value === null ? [] : [field])))
  const failures = await checkRow(row, changes, rules, dates)
  const messages = Object.entries(failures).filter(([field]) => changed.has(field))
  // Without these, an unchanged cell keeps the problem that the change of another one solves or makes.
  const together = Object.keys(row.cells).filter(
    (field) => !changes.has(field) && rules[field]?.reads?.some((name) => changes.has(name)),
  )
  if (together.length === 0) return Object.fromEntries(messages)
  const before = await checkRow(row, undefined, rules, dates)
  const others = together
    .filter((field) => failures[field] !== before[field])
    .map((field) => [field, failures[field] ?? null] as const)
  return Object.fromEntries([...messages, ...others])
}

/** Messages about all cells of a row by field. */
async function checkRow(
  row: RowToFix,
  changes: RowDraft | undefined,
  rules: CellRules,
  dates: ReadonlySet<string>,
): Promise<Record<string, string>> {
  const names = new Set([...Object.keys(row.cells), ...(changes?.keys() ?? [])])
  const values = Object.fromEntries([...names].map((field) => [field, cellValue(row, field, changes)]))
  const fields = Object.fromEntries(
    [...names].flatMap((field) => {
      const own = rules[field]
      return own ? [[field, own]] : []
    }),
  )
  const failures = await checkValues(values, fields, new Map(), dates)
  return Object.fromEntries(Object.entries(failures).map(([field, { message }]) => [field, message]))
}

/** Checks the rows of the draft after each change; unchanged rows are not checked again. */
export function useCellMessages(
  category: string,
  rows: readonly RowToFix[],
  { rows: changed }: FixDraft,
): CellMessages {
  const [messages, setMessages] = useState<CellMessages>(new Map())
  const checked = useRef(new WeakMap<RowDraft, Promise<RowMessages>>())
  useEffect(() => {
    let isOutdated = false
    const rules = cellRules(category)
    const { fields } = uploadLayout(category)
    const dates = new Set(Object.keys(fields).filter((name) => fields[name]?.type === 'date'))
    const checks = rows.flatMap((row) => {
      const changes = changed.get(row.row_number)
      if (!changes) return []
      const check = checked.current.get(changes) ?? checkChanges(row, changes, rules, dates)
      checked.current.set(changes, check)
      return [check.then((found) => [row.row_number, found] as const)]
    })
    void Promise.all(checks).then((found) => {
      if (!isOutdated) setMessages(new Map(found))
    })
    return () => {
      isOutdated = true
    }
  }, [category, rows, changed])
  return messages
}
