import type { ColumnFormat } from '@backoffice/contract/column-formats'
import type { UploadColumns } from '@backoffice/contract/columns'
import type { ImportLayout } from '@backoffice/contract/import-layout'
import { Table } from '../../../ui/table.tsx'
import type { Choices } from './choices.ts'
import { ColumnRow } from './column-row.tsx'
import css from './columns-table.module.css'

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
