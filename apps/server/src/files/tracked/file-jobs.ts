import { randomUUID } from 'node:crypto'
import type { FileKind } from '@backoffice/contract/file-kinds'
import type { Tx } from '../../db/client.ts'
import type { ActionRequest, ExportRequest, MapRequest } from '../../db/schema.ts'
import type { SendJob } from '../../jobs/queue.ts'
import { maskedJson } from '../../kernel/audit.ts'
import { manilaDay } from '../../kernel/clock.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { sendFileJobs } from './file-work.ts'
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
  /** Exempt from the limit: the job follows from a row that the user saved. */
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
