import type { ImportPreview, PreviewRow } from '@backoffice/contract/files'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import type { ReactNode } from 'react'
import { day } from '../../../kit/format/format-time.ts'
import { EmptyValue } from '../../../ui/card.tsx'
import { CountChips } from '../../../ui/count-chips.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import { numeric, SkeletonRows, Table } from '../../../ui/table.tsx'
import type { ListedOutcome, PreviewSearch } from '../file-search.ts'
import css from './preview-card.module.css'

type Column = { label: string; isNumeric?: boolean }

/** Table layout for the rows of one outcome. */
type Layout = {
  label: string
  columns: (layout: ImportLayout) => Column[]
  lines: (layout: ImportLayout, row: PreviewRow) => ReactNode
}

const PLACE: readonly Column[] = [
  { label: 'Row', isNumeric: true },
  { label: 'Line', isNumeric: true },
]

const record = ({ noun }: ImportLayout): Column => ({
  label: noun.charAt(0).toUpperCase() + noun.slice(1),
})

const LAYOUTS: Readonly<Record<ListedOutcome, Layout>> = {
  new: {
    label: 'New rows',
    columns: (layout) => [
      ...PLACE,
      ...newFields(layout).map((name) => ({ label: fieldLabel(layout, name) })),
    ],
    lines: (layout, row) => <NewLine layout={layout} row={row} />,
  },
  changed: {
    label: 'Changed rows',
    columns: (layout) => [
      ...PLACE,
      record(layout),
      { label: 'Field' },
      { label: 'Now' },
      { label: '' },
      { label: 'After the import' },
    ],
    lines: (layout, row) => <ChangedLines layout={layout} row={row} />,
  },
  unchanged: {
    label: 'Unchanged rows',
    columns: (layout) => [...PLACE, record(layout)],
    lines: (_, row) => (
      <tr>
        <PlaceCells row={row} />
        <RecordCell row={row} />
      </tr>
    ),
  },
}

type Props = {
  layout: ImportLayout
  shown: ListedOutcome
  rows: readonly PreviewRow[] | undefined
  busy: boolean
}

/** Preview rows with their changes. */
export function PreviewTable({ layout, shown, rows, busy }: Props) {
  const { label, columns, lines } = LAYOUTS[shown]
  const heads = columns(layout)
  return (
    <Table label={label} plain busy={busy || !rows}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head.label} scope="col" {...(head.isNumeric && numeric)}>
              {head.label || <span className="visually-hidden">Becomes</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={css.rows}>
        {rows ? (
          rows.map((row) => <Lines key={row.row_number} lines={lines(layout, row)} />)
        ) : (
          <SkeletonRows rows={10} columns={heads.length} />
        )}
      </tbody>
    </Table>
  )
}

const Lines = ({ lines }: { lines: ReactNode }) => lines

/** Row number and first line in the file. */
function PlaceCells({ row, lines = 1 }: { row: PreviewRow; lines?: number }) {
  return [row.row_number, row.line_number].map((number, index) => (
    <td key={PLACE[index]?.label} {...numeric} rowSpan={lines}>
      {formatNumber(number)}
    </td>
  ))
}

function RecordCell({ row: { key, name }, lines = 1 }: { row: PreviewRow; lines?: number }) {
  return (
    <td className={css.record} rowSpan={lines}>
      <code>{key}</code> {name}
    </td>
  )
}

function ValueText({ value }: { value: Value }) {
  if (!value) return <EmptyValue />
  return (
    <span className={css.value} data-style={value.style}>
      {value.text}
    </span>
  )
}

/** The first line of a row contains the cells that span all its lines. */
function lineOf(index: number, lines: number) {
  return { 'data-line': index > 0 ? 'further' : undefined, 'data-more': index < lines - 1 || undefined }
}

function ChangedLines({ layout, row }: { layout: ImportLayout; row: PreviewRow }) {
  const changes = changesOf(layout, row.changes)
  return changes.map(({ field, label, from, to }, index) => (
    <tr key={field} {...lineOf(index, changes.length)}>
      {index === 0 && (
        <>
          <PlaceCells row={row} lines={changes.length} />
          <RecordCell row={row} lines={changes.length} />
        </>
      )}
      <td>{label}</td>
      <td>
        <ValueText value={from} />
      </td>
      <td className={css.arrow} aria-hidden="true">
        →
      </td>
      <td className={css.after}>
        <ValueText value={to} />
      </td>
    </tr>
  ))
}

/** Template columns; a range is one column. */
function newFields(layout: ImportLayout): string[] {
  const upperEnds = layout.ranges?.map(({ to }) => to) ?? []
  return Object.keys(layout.fields).filter((name) => !upperEnds.includes(name))
}

function NewLine({ layout, row }: { layout: ImportLayout; row: PreviewRow }) {
  const values = new Map(changesOf(layout, row.changes).map(({ field, to }) => [field, to]))
  return (
    <tr>
      <PlaceCells row={row} />
      {newFields(layout).map((name) => (
        <td key={name}>
          <ValueText value={values.get(name)} />
        </td>
      ))}
    </tr>
  )
}

type PreviewChipsProps = {
  preview: ImportPreview
  layout: ImportLayout
  shown: ListedOutcome
  search: PreviewSearch
  onSearch: (search: PreviewSearch) => void
}

/** Filter of changed rows by field. */
export function PreviewChips({ preview: { by_field }, layout, shown, search, onSearch }: PreviewChipsProps) {
  if (shown !== 'changed') return <span />
  const all = by_field.reduce((sum, { count }) => sum + count, 0)
  const isKnown = by_field.some(({ field }) => field === search.field)
  return (
    <CountChips
      label="Filter the rows"
      chips={[
        { value: undefined, label: 'All changes', count: all },
        ...by_field.map(({ field, count }) => ({ value: field, label: fieldLabel(layout, field), count })),
      ]}
      value={isKnown ? search.field : undefined}
      onChange={(field) => onSearch({ rows: shown, size: search.size, field })}
    />
  )
}

type ValueStyle = 'text' | 'code'
type Value = { text: string; style: ValueStyle } | undefined
type Change = { field: string; label: string; from: Value; to: Value }

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
