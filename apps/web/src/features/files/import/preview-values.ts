import type { PreviewRow } from '@backoffice/contract/files'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { day } from '../../../kit/format/format-time.ts'

export type ValueStyle = 'text' | 'code'
export type Value = { text: string; style: ValueStyle } | undefined
export type Change = { field: string; label: string; from: Value; to: Value }

/** Label of a field. Both ends of a range share the label of the lower end. */
export function fieldLabel(layout: ImportLayout, name: string): string {
  const range = layout.ranges?.find(({ from }) => from === name)
  return range?.label ?? layout.changed[name]?.label ?? name
}

function fieldValue(layout: ImportLayout, name: string, raw: string | null): Value {
  if (raw === null || raw === '') return undefined
  const field = layout.changed[name]
  if (field?.type === 'date') return { text: /^\d{4}-\d{2}-\d{2}$/.test(raw) ? day(raw) : raw, style: 'text' }
  if (field?.options) return { text: field.options[raw] ?? raw, style: 'text' }
  return { text: raw, style: field?.type === 'code' ? 'code' : 'text' }
}

function rangeOf(from: string | null, to: string | null): Value {
  if (!from && !to) return undefined
  return { text: from === to ? `${from}` : `${from ?? ''}–${to ?? ''}`, style: 'code' }
}

/** Displayed changes of a row, with ranges merged and values as text. */
export function changesOf(layout: ImportLayout, changes: PreviewRow['changes']): Change[] {
  const byField = new Map(changes.map((change) => [change.field, change]))
  const upperEnds = new Set(
    layout.ranges?.filter(({ from, to }) => byField.has(from) && byField.has(to)).map(({ to }) => to),
  )
  return changes.flatMap(({ field, from, to }) => {
    if (upperEnds.has(field)) return []
    const label = fieldLabel(layout, field)
    const upper = byField.get(layout.ranges?.find((range) => range.from === field)?.to ?? '')
    if (upper) return { field, label, from: rangeOf(from, upper.from), to: rangeOf(to, upper.to) }
    return { field, label, from: fieldValue(layout, field, from), to: fieldValue(layout, field, to) }
  })
}
