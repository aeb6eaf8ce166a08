import { COLUMN_FORMATS, type ColumnFormat, type UploadColumns } from '@backoffice/contract/columns'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { isKeyOf } from '@backoffice/contract/objects'
import { useId } from 'react'
import { EmptyValue } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Table } from '../../../ui/table.tsx'
import { type Choices, type Column, columnsWith, formatOf, formatsOf, isDoubled } from './choices.ts'
import css from './columns-table.module.css'
import { atColumn, atFormat } from './match-errors.ts'
import { columnLetter, columnName, type MatchState, matchState } from './match-words.ts'

export type TableProps = {
  columns: UploadColumns
  layout: ImportLayout
  start: Choices
  choices: Choices
  isInForce: boolean
  /** Messages by control. */
  errors: Readonly<Record<string, string>>
  onField: (index: number, field: string) => void
  onFormat: (field: string, format: ColumnFormat) => void
}

/** The columns of the upload, a row for each. */
export function ColumnsTable(props: TableProps) {
  const { columns, layout } = props
  return (
    <div className={css.columns}>
      <Table label="Columns of the file">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Column</span>
            </th>
            <th scope="col">Column in your file</th>
            <th scope="col">First three values</th>
            <th scope="col">Field in {layout.title}</th>
            <th scope="col">Match</th>
          </tr>
        </thead>
        <tbody>
          {columns.columns.map((column) => (
            <ColumnRow key={column.index} {...props} column={column} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

type Props = TableProps & { column: Column }

function ColumnRow({ column, ...props }: Props) {
  const { layout, choices, errors, onField } = props
  const { index, name } = column
  const id = useId()
  const field = choices.fields[index] ?? ''
  const isDouble = isDoubled(choices, field)
  const error = errors[atColumn(index)]
  return (
    <tr data-unused={field === '' || undefined}>
      <td className={css.letter}>{columnLetter(index)}</td>
      <th scope="row" className={css.name}>
        {name || <span className={css.unnamed}>No name</span>}
      </th>
      <td className={css.samples}>
        <Samples column={column} />
      </td>
      <td className={css.field}>
        <select
          className={css.control}
          aria-label={`Field for column ${columnName(column)}`}
          aria-invalid={isDouble || error ? true : undefined}
          aria-describedby={`${id}-match${error ? ` ${id}-error` : ''}`}
          data-placeholder={field === '' || undefined}
          value={field}
          onChange={({ target }) => onField(index, target.value)}
        >
          <option value="">{field === '' ? 'Choose a field' : 'Not imported'}</option>
          {Object.entries(layout.fields).map(([each, { label }]) => {
            const others = columnsWith(choices, each).filter((other) => other !== index)
            return (
              <option key={each} value={each}>
                {label}
                {each !== field && others.length > 0 && ` (column ${others.map(columnLetter).join(', ')})`}
              </option>
            )
          })}
        </select>
        {error && (
          <p id={`${id}-error`} className={css.error}>
            {error}
          </p>
        )}
      </td>
      <td className={css.match} id={`${id}-match`}>
        <Match column={column} {...props} field={field} />
      </td>
    </tr>
  )
}

/** `NLF · NLF · MBR` */
function Samples({ column: { samples } }: { column: Column }) {
  if (samples.every((each) => each === '')) return <EmptyValue />
  // Codes and numbers are compared digit by digit.
  const isCode = samples.every((each) => /^[\dA-Z•*./:-]*$/.test(each))
  return <span data-code={isCode || undefined}>{samples.map((each) => each || '—').join(' · ')}</span>
}

/** Format of a column of dates or numbers, or the origin of the field. */
function Match({ column, field, ...props }: Props & { field: string }) {
  const { layout, choices, errors, onFormat } = props
  const possible = formatsOf(column, layout, field)
  const format = formatOf(column, layout, choices)
  const [only] = possible
  const error = errors[atFormat(field)]
  if (isDoubled(choices, field) || only === undefined) {
    return (
      <>
        <State {...matchState(column, props)} />
        {error && <p className={css.error}>{error}</p>}
      </>
    )
  }
  if (possible.length === 1)
    return (
      <span className={css.state} data-tone="info">
        <span className={css.format}>{COLUMN_FORMATS[only]}</span> Detected
      </span>
    )
  return (
    <>
      <select
        className={css.control}
        aria-label={`Format of ${layout.fields[field]?.label ?? field}`}
        aria-invalid={error ? true : undefined}
        data-problem={format === undefined || undefined}
        data-placeholder={format === undefined || undefined}
        value={format ?? ''}
        onChange={({ target }) => {
          if (isFormat(target.value)) onFormat(field, target.value)
        }}
      >
        {format === undefined && <option value="">Choose a format</option>}
        {possible.map((each) => (
          <option key={each} value={each}>
            {COLUMN_FORMATS[each]}
          </option>
        ))}
      </select>
      {error && <p className={css.error}>{error}</p>}
    </>
  )
}

const isFormat = (value: string): value is ColumnFormat => isKeyOf(COLUMN_FORMATS, value)

function State({ text, tone, icon }: MatchState) {
  return (
    <span className={css.state} data-tone={tone}>
      {icon === 'info' ? <InfoIcon /> : icon && <Icon name={icon} size={14} />}
      {text}
    </span>
  )
}

/** Drawn here, because the icons of `ui` are part of every page. */
function InfoIcon() {
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2M8 7.5v3.5M8 5h.01" />
    </svg>
  )
}
