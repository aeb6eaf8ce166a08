import type { UploadColumns } from '@backoffice/contract/columns'
import { useId, useState } from 'react'
import { plural } from '../../../kit/format/format-number.ts'
import { Table } from '../../../ui/table.tsx'
import { columnLetter } from './match-words.ts'
import { ReadSelect } from './read-select.tsx'
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

/** Rows that can be the header: those shown, and the current one. */
function rowsOf({ preview, header_row }: UploadColumns): number[] {
  return [...new Set([...preview.map(({ row }) => row), header_row])].sort((a, b) => a - b)
}
