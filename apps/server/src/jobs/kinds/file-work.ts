import type { ImportPreview } from '@backoffice/contract/endpoints/files'
import type pg from 'pg'
import type { Tx } from '../../db/client.ts'
import type { RejectedFile } from '../../inquiry-file/file-rejected.ts'
import type { ReadyFile } from '../../inquiry-file/validate-inquiry-file.ts'
import type { FileRow } from '../../resources/files/files.store.ts'
import type { FileJob, SendJob } from '../queue.ts'
import type { ReportFiles } from '../report-files.ts'
import type { WorkerDeps } from '../worker-deps.ts'

export type CheckedUpload =
  | (Omit<ReadyFile, 'delimiter' | 'lastFours'> &
      Partial<Pick<ReadyFile, 'lastFours'>> & { preview?: ImportPreview })
  | RejectedFile

export type Check = {
  /** One transaction and its connection. */
  tx: Tx
  client: pg.PoolClient
  file: FileRow
  /** Its time is that of the dry run. */
  now: Date
  openReport: ReportFiles['open']
  onProgress: (rows: number, bytes: number) => void
  signal: AbortSignal
}

/** What the worker does with the files of one kind. */
export type FileWork = {
  /** Reads the upload and stages what it would do; none for files without an upload. */
  check?: (deps: WorkerDeps, check: Check) => Promise<CheckedUpload>
  /** Sends the jobs of a file that is QUEUED: confirmed, begun, or tried again after a failure. */
  sendJobs: (tx: Tx, sendJob: SendJob, job: FileJob) => Promise<void>
}
