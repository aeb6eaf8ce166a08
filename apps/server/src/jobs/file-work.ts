import { may } from '@backoffice/contract/access'
import type { ImportPreview } from '@backoffice/contract/endpoints/files'
import type { FileKind } from '@backoffice/contract/file-kinds'
import { movePermission, type TableDeclaration } from '@backoffice/contract/table'
import { tableOfCategory } from '@backoffice/contract/tables/tables'
import type pg from 'pg'
import { manilaDay } from '../adapters/clock.ts'
import type { Tx } from '../db/client.ts'
import type { RejectedFile } from '../inquiry-file/file-rejected.ts'
import { type ReadyFile, validateInquiryFile } from '../inquiry-file/validate-inquiry-file.ts'
import { findAccess } from '../resources/access/access.store.ts'
import { listUnfinishedChunks } from '../resources/files/chunks.store.ts'
import type { FileRow } from '../resources/files/files.store.ts'
import { objectKey } from '../resources/files/object-keys.ts'
import { validateTableFile } from '../table-file/validate-table-file.ts'
import type { FileJob, SendJob } from './queue.ts'
import type { ReportFiles } from './report-files.ts'
import type { WorkerDeps } from './worker-deps.ts'

export type ValidatedUpload =
  | (Omit<ReadyFile, 'delimiter' | 'lastFours'> &
      Partial<Pick<ReadyFile, 'lastFours'>> & { preview?: ImportPreview })
  | RejectedFile

type ValidationInput = {
  /** A transaction and its connection. */
  tx: Tx
  client: pg.PoolClient
  file: FileRow
  /** Time of the dry run. */
  now: Date
  openReport: ReportFiles['open']
  onProgress: (rows: number, bytes: number) => void
  signal: AbortSignal
}

/** Work on files of a kind. */
export type FileWork = {
  /** Dry run: reads the upload and stages its effect; missing for files without an upload. */
  validate?: (deps: WorkerDeps, input: ValidationInput) => Promise<ValidatedUpload>
  /** Sends the jobs of a QUEUED file: a confirmed import, a started export or action, or a retry. */
  sendJobs: (tx: Tx, sendJob: SendJob, job: FileJob) => Promise<void>
}

const inquiryWork: FileWork = {
  validate: ({ storage, limits }, { client, file, now, openReport, onProgress, signal }) =>
    validateInquiryFile({
      client,
      filekey: file.source_filekey,
      source: storage.read(objectKey.source(file.source_filekey)),
      expected: { sha256: file.declared_sha256 ?? undefined, size: file.size },
      today: manilaDay(now),
      limits: { maxRows: limits.maxRows, maxBytes: limits.maxBytes },
      openReport,
      onProgress,
      signal,
    }),
  sendJobs: async (tx, sendJob, { filekey, attempt }) => {
    const chunks = await listUnfinishedChunks(tx, filekey)
    for (const chunkNo of chunks) await sendJob(tx, 'answer-chunk', { filekey, attempt, chunkNo })
    if (chunks.length === 0) await sendJob(tx, 'finish-file', { filekey, attempt })
  },
}

function tableImportWork(table: TableDeclaration): FileWork {
  return {
    validate: async ({ storage }, { tx, file, now, openReport, onProgress, signal }) => {
      const move = movePermission(table)
      const mayMove = move !== null && may(await findAccess(tx, file.runs_for ?? file.uploaded_by), move)
      return validateTableFile({
        tx,
        filekey: file.source_filekey,
        table,
        source: storage.read(objectKey.source(file.source_filekey)),
        expected: { sha256: file.declared_sha256 ?? undefined, size: file.size },
        checks: { today: manilaDay(now), mayMove },
        comparedAt: now,
        openReport,
        onProgress,
        signal,
      })
    },
    sendJobs: (tx, sendJob, job) => sendJob(tx, 'apply-import', job),
  }
}

const exportWork: FileWork = { sendJobs: (tx, sendJob, job) => sendJob(tx, 'export-list', job) }
const actionWork: FileWork = { sendJobs: (tx, sendJob, job) => sendJob(tx, 'apply-action', job) }

/** Work on a file by kind and category. */
export function workOf({ kind, category }: { kind: FileKind; category: string }): FileWork {
  switch (kind) {
    case 'inquiry':
      return inquiryWork
    case 'import':
      return tableImportWork(tableOfCategory(category))
    case 'export':
      return exportWork
    case 'action':
      return actionWork
  }
}
