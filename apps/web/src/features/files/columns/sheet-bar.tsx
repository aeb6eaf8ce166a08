import type { UploadColumns } from '@backoffice/contract/columns'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { plural } from '../../../kit/format/format-number.ts'
import { Table } from '../../../ui/table.tsx'
import { columnLetter } from './match-words.ts'
import css from './sheet-bar.module.css'

type Props = {
  columns: UploadColumns
  /** How rows are matched to the table. */
  note: string
  busy: boolean
  /** Reads the file again. */
  onRead: (sheet: number | null, headerRow: number) => void
}

/** Sheet and header row of the upload, with its first rows. */
export function SheetBar({ columns, note, busy, onRead }: Props) {
  const { sheets, sheet, header_row, preview } = columns
  const id = useId()
  const [isHeld, setHeld] = useState(false)
  const onHold = (value: string | undefined) => setHeld(value !== undefined)
  return (
    <div className={css.sheet} aria-busy={busy || undefined}>
      <div className={css.bar}>
        {sheets.length > 0 && (
          <>
            <label htmlFor={`${id}-sheet`}>Sheet</label>
            <ReadSelect
              id={`${id}-sheet`}
              name="sheet"
              className={css.control}
              value={sheet ?? ''}
              onHold={onHold}
              onSend={(chosen) => onRead(chosen, 1)}
            >
              {sheets.map(({ index, name, rows, is_hidden, problem }) => (
                <option key={index} value={index}>
                  {name}
                  {rows !== null && ` (${plural(rows, 'row')})`}
                  {is_hidden && ', hidden'}
                  {problem && ', unreadable'}
                </option>
              ))}
            </ReadSelect>
          </>
        )}
        <label htmlFor={`${id}-header`}>Header row</label>
        <ReadSelect
          id={`${id}-header`}
          name="header_row"
          className={css.control}
          value={header_row}
          onHold={onHold}
          onSend={(row) => onRead(sheet, row)}
        >
          {rowsOf(columns).map((row) => (
            <option key={row} value={row}>
              {row}
            </option>
          ))}
        </ReadSelect>
        <span className={css.note} role="status">
          {busy ? 'Sending…' : isHeld ? 'Press Enter to read the file again.' : note}
        </span>
      </div>
      {sheets.map(
        ({ index, name, problem }) =>
          problem && (
            <p key={index} className={css.problem}>
              Sheet {name}: {problem}
            </p>
          ),
      )}
      <details className={css.preview}>
        <summary>First rows of the file</summary>
        <Table label="First rows of the file" plain>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {columns.columns.map(({ index }) => (
                <th key={index} scope="col">
                  {columnLetter(index)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.map(({ row, cells }) => (
              <tr key={row} data-header={row === header_row || undefined}>
                <th scope="row">
                  {row}
                  {row === header_row && ' (header)'}
                </th>
                {columns.columns.map(({ index }) => (
                  <td key={index}>{cells[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </div>
  )
}

/** Rows that can be the header, which are those shown and the current one. */
function rowsOf({ preview, header_row }: UploadColumns): number[] {
  return [...new Set([...preview.map(({ row }) => row), header_row])].sort((a, b) => a - b)
}

type ReadSelectProps = {
  id: string
  name: string
  className: string | undefined
  value: number | string
  /** Called with the value that a key of the closed list has reached, and with undefined once it is sent or dropped. */
  onHold: (value: string | undefined) => void
  onSend: (value: number) => void
  children: ReactNode
}

/**
 * A native select whose choice starts a request. Each arrow key on the closed list changes it, so such a choice is sent
 * by Enter or on leaving; a choice from the open list is sent at once.
 */
function ReadSelect({ value, onHold, onSend, children, ...control }: ReadSelectProps) {
  const [held, setHeld] = useState<string>()
  const isByKey = useRef(false)

  function hold(next: string | undefined) {
    setHeld(next)
    onHold(next)
  }
  function send(next: string | undefined) {
    if (held !== undefined) hold(undefined)
    if (next !== undefined && next !== String(value)) onSend(Number(next))
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key, altKey } = event
    const opens = key === 'Enter' || key === ' ' || altKey
    isByKey.current = !opens
    if (held === undefined) return
    if (key === 'Enter') {
      event.preventDefault()
      send(held)
    }
    if (key === 'Escape') {
      event.stopPropagation()
      hold(undefined)
    }
  }

  return (
    <select
      {...control}
      value={held ?? value}
      onKeyDown={onKeyDown}
      onPointerDown={() => {
        isByKey.current = false
      }}
      onChange={({ target }) => (isByKey.current ? hold(target.value) : send(target.value))}
      onBlur={() => send(held)}
    >
      {children}
    </select>
  )
}
