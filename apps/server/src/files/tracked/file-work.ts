import type { FileKind } from '@backoffice/contract/file-kinds'
import type { Tx } from '../../db/client.ts'
import type { FileJob, SendJob } from '../../jobs/queue.ts'
import { listUnfinishedChunks } from './chunks.store.ts'

type SendFileJobs = (tx: Tx, sendJob: SendJob, job: FileJob) => Promise<void>

const WORK: Readonly<Record<FileKind, SendFileJobs>> = {
  inquiry: async (tx, sendJob, { filekey, attempt }) => {
    const chunks = await listUnfinishedChunks(tx, filekey)
    for (const chunkNo of chunks) await sendJob(tx, 'answer-chunk', { filekey, attempt, chunkNo })
    if (chunks.length === 0) await sendJob(tx, 'finish-file', { filekey, attempt })
  },
  import: (tx, sendJob, job) => sendJob(tx, 'apply-import', job),
  export: (tx, sendJob, job) => sendJob(tx, 'export-list', job),
  action: (tx, sendJob, job) => sendJob(tx, 'apply-action', job),
}

/** Sends the dry run of a file. Those of one user run one after another, so that other users wait for none of them. */
export function sendDryRun(tx: Tx, sendJob: SendJob, userId: string, job: FileJob): Promise<void> {
  return sendJob(tx, 'validate-file', job, { group: userId })
}

/** Sends the jobs of a QUEUED file: a confirmed inquiry or import, a started export or action, or a retry. */
export function sendFileJobs(kind: FileKind, ...work: Parameters<SendFileJobs>): Promise<void> {
  return WORK[kind](...work)
}
