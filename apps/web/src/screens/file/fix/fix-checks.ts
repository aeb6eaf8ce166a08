import { uploadLayout } from '@backoffice/contract/column-formats'
import type { RowToFix } from '@backoffice/contract/endpoints/fixes'
import { checkCardNumber } from '@backoffice/contract/inquiry-criteria'
import { tableOf } from '@backoffice/contract/tables/tables'
import { useEffect, useRef, useState } from 'react'
import { checkValues } from '../../../kit/form/checks.ts'
import type { FieldRules } from '../../../kit/form/rule-form.ts'
import { formFields } from '../../../kit/record/form-fields.ts'
import { type CellMessages, cellValue } from './fix-cells.ts'
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
      { label, rules, ...(isCardField(category, name) && { check: checkCardNumber }) },
    ]),
  )
}

/** True for the column of an inquiry whose values are masked, right or wrong. */
export function isCardField(category: string, field: string): boolean {
  return field === 'card_number' && tableOf(category) === undefined
}

/** Messages about the changed cells of a row, by field. */
export async function checkChanges(
  row: RowToFix,
  changes: RowDraft,
  rules: CellRules,
  dates: ReadonlySet<string>,
): Promise<Record<string, string>> {
  const changed = [...changes].flatMap(([field, value]) => (value === null ? [] : [field]))
  const names = new Set([...Object.keys(row.cells), ...changed])
  const values = Object.fromEntries([...names].map((field) => [field, cellValue(row, field, changes)]))
  const fields = Object.fromEntries(
    changed.flatMap((field) => {
      const own = rules[field]
      return own ? [[field, own]] : []
    }),
  )
  const own = new Set(changed.filter((field) => dates.has(field)))
  const failures = await checkValues(values, fields, new Map(), own)
  return Object.fromEntries(Object.entries(failures).map(([field, { message }]) => [field, message]))
}

/** Checks the rows of the draft after each change; unchanged rows are not checked again. */
export function useCellMessages(
  category: string,
  rows: readonly RowToFix[],
  { rows: changed }: FixDraft,
): CellMessages {
  const [messages, setMessages] = useState<CellMessages>(new Map())
  const checked = useRef(new WeakMap<RowDraft, Promise<Record<string, string>>>())
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
