import { randomUUID } from 'node:crypto'
import type { FileKind } from '@backoffice/contract/file-kinds'
import type { ListQuery, Selection } from '@backoffice/contract/list'
import { tableOf } from '@backoffice/contract/tables/tables'
import type { Tx } from '../../db/client.ts'
import type { ActionRequest, ExportRequest, MapRequest } from '../../db/schema.ts'
import type { FileJob, SendJob } from '../../jobs/queue.ts'
import { maskedJson } from '../../kernel/audit.ts'
import { type Clock, manilaDay } from '../../kernel/clock.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { listUnfinishedChunks } from './chunks.store.ts'
import { countOpenJobs, insertFile } from './file-writes.store.ts'

/** Limit of queued and running exports and actions of a user. */
const MOST_AT_ONCE = 5

type NewJob = {
  kind: Extract<FileKind, 'export' | 'action'>
  category: string
  /** First part of the file name, before the day. */
  name: string
  request: ExportRequest | ActionRequest | MapRequest
  owner: { id: string }
  now: Date
  /** Exempt from the limit, because the job follows from a row that the user saved. */
  isEntailed?: boolean
}

export async function startFileJob(tx: Tx, sendJob: SendJob, job: NewJob) {
  const { kind, category, name, request, owner, now, isEntailed = false } = job
  // The request is stored, so it must not have a card number.
  if (maskedJson(request) !== JSON.stringify(request))
    throw invalidField(
      'search',
      'card_number',
      'Lists can’t be searched by card number. Remove it from the search.',
    )
  if (!isEntailed && (await countOpenJobs(tx, owner.id)) >= MOST_AT_ONCE) {
    const detail = `${MOST_AT_ONCE} of your exports and actions are still open. Wait until one finishes.`
    throw new HttpError('too_many_uploads', { detail })
  }
  const filekey = randomUUID()
  await insertFile(tx, {
    source_filekey: filekey,
    kind,
    category,
    file_name: `${name}-${manilaDay(now)}.csv`,
    size: 0,
    declared_sha256: null,
    uploaded_by: owner.id,
    runs_for: owner.id,
    link_expires_at: now,
    state: 'QUEUED',
    confirmed_at: now,
    request,
  })
  await sendFileJobs(kind, tx, sendJob, { filekey, attempt: 1 })
  return filekey
}

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

/** Sends the jobs of a QUEUED file, which is a confirmed inquiry or import, a started export or action, or a retry. */
export function sendFileJobs(kind: FileKind, ...work: Parameters<SendFileJobs>): Promise<void> {
  return WORK[kind](...work)
}

export type ExportCall = Selection & {
  sort?: ListQuery['sort']
  form: ExportRequest['form']
  columns?: readonly string[] | undefined
  review?: ExportRequest['review']
}

type StartExport = {
  category: string
  name: string
  query: ExportCall
  caller: { id: string }
  /** Limits the rows to this user. */
  owner: string | null
}

/** Returns the write of an endpoint that creates the tracked file of an export and sends its job. */
export function startExport(
  { clock, sendJob }: { clock: Clock; sendJob: SendJob },
  { category, name, query, caller, owner }: StartExport,
) {
  const { search, filters, sort, form, columns = [], review } = query
  if (form === 'template' && !tableOf(category))
    throw invalidField('form', 'invalid', 'Only tables have a template. Export the list instead.')
  return async (tx: Tx) => {
    const request = { search, filters, sort, form, columns, owner, review }
    const now = clock.now()
    const filekey = await startFileJob(tx, sendJob, {
      kind: 'export',
      category,
      name,
      request,
      owner: caller,
      now,
    })
    const criteria = { search, filters, sort, form, columns }
    const stated = Object.entries(criteria).filter(([, value]) => value !== undefined)
    const changes = {
      source_filekey: [null, filekey] as const,
      ...Object.fromEntries(stated.map(([field, value]) => [field, [null, value] as const])),
    }
    return { resource: { source_filekey: filekey }, audit: [{ changes }] as const }
  }
}
