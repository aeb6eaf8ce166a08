import type { Access } from '@backoffice/contract/access'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import type { Tx } from '../../db/client.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { Actor } from '../../kernel/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { FileRow, TableHeader } from './read-table-file.ts'
import type { StagedRow } from './table-staging.ts'

/** True if a workbook stores the cell as a number, and it is not corrected. */
export type IsNumber = (at: { row: number; line: number }, field: string) => boolean

/** The dry run of an import, or its write. */
export type ImportRun = {
  tx: Tx
  filekey: string
  /** The user of the work. */
  user: Actor & { id: string; access: Access }
  now: Date
  /** Present only in a dry run of a workbook. */
  isNumber?: IsNumber | undefined
}

export type WrittenRows = { new: number; changed: number }

/** Checks and writes the rows of one import. */
export type ImportHandler = {
  layout: ImportLayout
  /** Checks rows of the file, in batches, and compares them with the records. */
  stageRows: (run: ImportRun, header: TableHeader) => (rows: readonly FileRow[]) => Promise<StagedRow[]>
  /** Rejects staged rows by checks that need the whole file. */
  checkFile?: (run: ImportRun) => Promise<void>
  /** Blocks other writers of the records until the transaction ends. */
  lock: (run: ImportRun) => Promise<void>
  /** Rejects staged rows that no longer fit the records. Returns their number. */
  rejectConflicts: (run: ImportRun) => Promise<number>
  /** Runs before the first row is written. */
  beforeRows?: (run: ImportRun) => Promise<void>
  /** Writes the staged rows between two row numbers, with an audit event each. */
  writeRows: (run: ImportRun, from: number, to: number) => Promise<WrittenRows>
  /** Runs after the last row is written. */
  afterRows?: (
    run: ImportRun,
    written: WrittenRows,
    deps: { clock: Clock; sendJob: SendJob },
  ) => Promise<void>
}
