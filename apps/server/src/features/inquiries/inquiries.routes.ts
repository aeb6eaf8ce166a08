import { randomUUID } from 'node:crypto'
import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import { type Inquiry, MAX_ROW_RANGE_DAYS } from '@backoffice/contract/inquiries'
import { checkTicket } from '@backoffice/contract/inquiry-criteria'
import type { Database } from '../../db/client.ts'
import { planChunks } from '../../files/result/result-chunks.ts'
import { getVisibleFile, lockVisibleFile, requireSeenCheck } from '../../files/tracked/file-access.ts'
import { startExport } from '../../files/tracked/file-jobs.ts'
import { transitionFile } from '../../files/tracked/file-writes.store.ts'
import type { FileRow } from '../../files/tracked/files.store.ts'
import type { SendJob } from '../../jobs/queue.ts'
import { type Clock, manilaDay } from '../../kernel/clock.ts'
import { invalidField } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { exportTransactions } from '../transactions/export-transactions.ts'
import { requireKnownCodes } from '../transactions/known-codes.store.ts'
import { insertInquiry, listInquiries } from './inquiries.store.ts'
import { readResult } from './inquiry-access.ts'
import { runSingle } from './run-single.ts'

type Deps = ConfirmDeps & Parameters<typeof runSingle>[0]

export function inquiriesHandlers(deps: Deps): Handlers<(typeof api)['inquiries']> {
  const [runFile, runOne] = [confirm(deps), runSingle(deps)]
  return {
    run: async (received, call) =>
      received.body.mode === 'FILE' ? runFile(received, call) : runOne(received, call),

    get: async ({ params }, { caller }) => readResult(deps, params.id, caller, deps.clock.now()),

    exportAnswer: async ({ params, body }, { caller }) => {
      const found = await readResult(deps, params.id, caller, deps.clock.now())
      const name = `inquiry_${found.as_of}_${found.id.slice(0, 8)}`
      const resource = await exportTransactions(name, found.items, body)
      const changes = {
        rows: [null, found.items.length],
        columns: [null, body.columns],
        ...(body.format !== 'csv' && { format: [null, body.format] as const }),
      } as const
      return async () => ({ resource, audit: [{ changes }] })
    },

    list: async ({ body }, { caller }) => {
      const owner = may(caller.access, 'inquiry:view-all') ? null : caller.id
      const { rows, ...page } = await listInquiries(deps.db, body, owner)
      const items = rows.map(
        (row): Inquiry => ({
          id: row.id,
          mode: row.mode,
          subject: row.subject,
          outcome: row.outcome,
          purpose: row.purpose,
          state: row.state,
          ticket_no: row.ticket_no,
          as_of: row.as_of,
          owner: { id: row.owner_id, name: row.owner_name },
          created_at: row.created_at.toISOString(),
          source_filekey: row.source_filekey,
          file_name: row.file_name,
          rows: row.rows,
          found: row.found,
          not_found: row.not_found,
        }),
      )
      return { items, ...page }
    },

    export: async ({ body }, { caller }) => {
      const owner = may(caller.access, 'inquiry:view-all') ? null : caller.id
      return startExport(deps, { category: 'SMAC_INQUIRY', name: 'inquiries', query: body, caller, owner })
    },
  }
}

type ConfirmDeps = { db: Database; clock: Clock; sendJob: SendJob }

const DAY_MS = 86_400_000

/** Starts the inquiry after the dry run. The row lock lets only one of several concurrent calls succeed. */
function confirm({ db, clock, sendJob }: ConfirmDeps): Handlers<(typeof api)['inquiries']>['run'] {
  return async ({ body }, { caller }) => {
    const { source_filekey } = body
    if (source_filekey === undefined) throw invalidField('source_filekey', 'required', 'Select a file.')
    await getVisibleFile(db, source_filekey, caller)
    return async (tx) => {
      const locked = await lockVisibleFile(tx, source_filekey, caller, clock)
      await requireSeenCheck(locked, body.version)
      const { file } = locked
      const filekey = file.source_filekey
      const now = clock.now()
      const asOf = manilaDay(now)
      // First, so that a file in another state gets that error. A later error rolls it back.
      await transitionFile(tx, filekey, file.state, 'confirm', {
        confirmed_at: now,
        runs_for: caller.id,
        processed: 0,
        found: 0,
        not_found: 0,
      })
      if (file.valid === 0) {
        throw invalidField(
          'source_filekey',
          'no_valid_rows',
          'No valid rows in this file. Correct it and upload it again.',
        )
      }
      await requireKnownCodes(tx, body)
      const range = requestRange(file, body, asOf)
      if (!body.partial && file.error > 0) {
        throw invalidField(
          'partial',
          'rows_invalid',
          `${file.error === 1 ? '1 row is' : `${file.error} rows are`} invalid: correct them, or run the valid rows only.`,
        )
      }
      if (file.already_uploaded && !body.duplicate_reason?.trim()) {
        throw invalidField(
          'duplicate_reason',
          'required',
          'This file was already uploaded. Enter a reason to run it again.',
        )
      }
      const wrongTicket = checkTicket(body.ticket_no)
      if (wrongTicket) throw invalidField('ticket_no', 'invalid', wrongTicket)
      assertNoCardNumber('duplicate_reason', body.duplicate_reason)
      const id = randomUUID()
      const chunks = planChunks(file.total)
      const inquiry = {
        id,
        mode: 'FILE',
        source_filekey: filekey,
        purpose: body.purpose,
        ticket_no: body.ticket_no.trim(),
        as_of: asOf,
        partial: body.partial,
        ...range,
        duplicate_reason: body.duplicate_reason?.trim() || null,
        owner_id: caller.id,
      } as const
      await insertInquiry(tx, inquiry, chunks)
      for (const index of chunks.keys())
        await sendJob(tx, 'answer-chunk', { filekey, attempt: file.attempt, chunkNo: index + 1 })
      const { purpose, ticket_no, date_from, date_to, partial, duplicate_reason } = inquiry
      const criteria = {
        purpose,
        ticket_no,
        date_from,
        date_to,
        partial,
        duplicate_reason,
        rows: file.total,
        as_of: asOf,
      }
      const state = ['AWAITING_CONFIRMATION', 'QUEUED'] as const
      const created = Object.entries({ source_filekey: filekey, ...criteria })
      const changes = {
        state,
        ...Object.fromEntries(created.map(([field, value]) => [field, [null, value] as const])),
      }
      return {
        resource: { mode: 'FILE', id, source_filekey: filekey, state: 'QUEUED', as_of: asOf },
        audit: [
          { id, changes },
          { resource: 'file', action: 'confirm', id: filekey, changes: { state } },
        ],
      }
    }
  }
}

/** Texts are shown to other users and stored for years. */
function assertNoCardNumber(field: string, value = ''): void {
  if (maskCardNumbers(value) === value) return
  throw invalidField(field, 'card_number', 'Leave the card number out: this is shown to others.')
}

/** Dates for rows without dates; required only if there are any. */
function requestRange(
  file: FileRow,
  body: { date_from?: string | undefined; date_to?: string | undefined },
  today: string,
) {
  if (file.rows_without_dates === 0) return { date_from: null, date_to: null }
  const { date_from, date_to } = body
  if (!date_from) throw invalidField('date_from', 'E001', 'Enter Date from: some rows have no dates.')
  if (!date_to) throw invalidField('date_to', 'E001', 'Enter Date to: some rows have no dates.')
  if (date_to < date_from) throw invalidField('date_to', 'E006', 'Date to is before Date from.')
  if (date_to > today) throw invalidField('date_to', 'E006', 'Date to is in the future.')
  const days = (Date.parse(date_to) - Date.parse(date_from)) / DAY_MS + 1
  if (days > MAX_ROW_RANGE_DAYS) {
    throw invalidField('date_to', 'E006', `The range has ${days} days. The maximum is ${MAX_ROW_RANGE_DAYS}.`)
  }
  return { date_from, date_to }
}
