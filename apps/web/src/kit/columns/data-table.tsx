import { SkeletonRows, Table } from '../../ui/table.tsx'
import { type TableDefinition, useShownColumns } from './columns.ts'

type Props<Row> = {
  table: TableDefinition<Row>
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined
  busy: boolean
  skeletonRows: number
}

/** A table with the columns that the user has chosen. */
export function DataTable<Row>({ table, rows, busy, skeletonRows }: Props<Row>) {
  const columns = useShownColumns(table)
  return (
    <Table label={table.title} busy={busy || !rows}>
      <thead>
        <tr>
          {columns.map(({ id, label, variant }) => (
            <th key={id} scope="col" {...variant}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows ? (
          rows.map((row) => (
            <tr key={table.rowKey(row)}>
              {columns.map(({ id, variant, cell }) => (
                <td key={id} {...variant}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))
        ) : (
          <SkeletonRows rows={skeletonRows} columns={columns.length} />
        )}
      </tbody>
    </Table>
  )
}
