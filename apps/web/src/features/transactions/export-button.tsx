import type { DownloadFormat } from '@backoffice/contract/files'
import type { Transaction } from '@backoffice/contract/inquiries'
import { useWrite } from '../../kit/form/use-write.ts'
import { plural } from '../../kit/format/format-number.ts'
import { type RepliedFile, saveFile } from '../files/tracked/download.ts'
import { FormatButton } from '../files/tracked/format-button.tsx'
import { writtenFields } from './transactions-list.tsx'

type ShownRows = { columns: string[]; order: string[]; format?: DownloadFormat }

type Props = {
  columns: readonly { field: string }[]
  rows: readonly Pick<Transaction, 'transaction_id'>[]
  /** Requests the file of these rows. */
  run: (shown: ShownRows) => Promise<RepliedFile>
}

/** Exports the shown rows and columns in the call itself. */
export function ExportButton({ columns, rows, run }: Props) {
  const download = useWrite({
    run: (format: DownloadFormat) =>
      run({
        columns: writtenFields(columns),
        order: rows.map(({ transaction_id }) => transaction_id),
        // A server of the former release does not know the field.
        ...(format === 'xlsx' && { format }),
      }),
    successText: `Exported ${plural(rows.length, 'transaction')}`,
    store: saveFile,
  })
  return (
    <FormatButton
      label="Export"
      menuLabel="Formats of the transactions"
      permission="inquiry:export"
      disabled={rows.length === 0}
      busy={download.isPending}
      onStart={download.run}
    />
  )
}
