import type { api } from '@backoffice/contract/api'
import { uploadLayout } from '@backoffice/contract/columns'
import type { Tx } from '../../db/client.ts'
import type { ColumnMatching, FoundColumns } from '../../db/schema.ts'
import { endRequests } from '../../features/approvals/requests/end-requests.ts'
import type { AuditEntry } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { type Handlers, requirePermission, requirePermissions } from '../../kernel/mount.ts'
import { type FilesDeps, getOwnFile, lockFileVersion } from '../tracked/file-access.ts'
import { sendDryRun } from '../tracked/file-jobs.ts'
import { confirmPermission } from '../tracked/file-permissions.ts'
import { transitionFile } from '../tracked/file-writes.store.ts'
import type { FileRow } from '../tracked/files.store.ts'
import { isMatcher } from '../tracked/tracked-file.ts'
import { findColumns, removeAllFixes } from '../tracked/upload-columns.store.ts'
import { requireCheckLimit } from '../tracked/user-limits.store.ts'
import { findMemories, listSameHeaders, type Memory, rememberMatching, wantColumns } from './columns.store.ts'
import { checkMatching, describeMatching, fittingMatching } from './matching.ts'

const OTHERS_COLUMNS = 'Only the user who uploaded this file can see its columns.'

export function columnsHandlers(deps: FilesDeps): Handlers<(typeof api)['columns']> {
  const { db } = deps
  return {
    get: async ({ query }, { caller }) => {
      const { source_filekey } = query
      const file = await getOwnFile(db, source_filekey, caller)
      requirePermission(caller, confirmPermission(file.category))
      // Any of its columns may have the card numbers.
      if (!isMatcher(file, caller)) throw new HttpError('access_denied', { detail: OTHERS_COLUMNS })
      const read = await findColumns(db, source_filekey)
      if (!read) throw new HttpError('file_state_conflict', { detail: NOT_READ })
      const headers = { category: file.category, fingerprint: read.fingerprint }
      const memories = await findMemories(db, headers, caller.id)
      return {
        source_filekey,
        version: file.version,
        ...read.found,
        matched: matchedOf(file, memories),
        same_headers: await listSameHeaders(db, headers, { userId: caller.id, except: source_filekey }),
      }
    },
    match: match(deps),
  }
}

/** The matching in force, otherwise the own remembered one, otherwise one that another user shares. */
function matchedOf(
  { matching }: FileRow,
  { own, shared }: { own: Memory | undefined; shared: Memory | undefined },
) {
  const isShared = own?.is_shared ?? false
  if (matching) {
    const { fields, formats, at } = matching
    return { fields, formats, at, by: null, is_shared: isShared }
  }
  const memory = own ?? shared
  if (!memory) return null
  const { fields, formats } = memory.matching
  const by = memory === own ? null : memory.by
  return { fields, formats, at: memory.matched_at.toISOString(), by, is_shared: memory.is_shared }
}

type MatchHandler = Handlers<(typeof api)['columns']>['match']
type SeenFile = { source_filekey: string; version: number }

/** Matches the columns of an upload, or reads another sheet or header row. */
function match(deps: FilesDeps): MatchHandler {
  const { db, clock } = deps
  return async ({ body }, { caller }) => {
    const { source_filekey: filekey, columns: fields, formats, share, also = [] } = body
    await getOwnFile(db, filekey, caller)
    return async (tx) => {
      await requireCheckLimit(tx, caller.id, deps.limits.checksPerHour)
      const lock = (seen: SeenFile) => lockOwn(tx, deps, caller, seen)
      // In the order of their keys, so that concurrent calls cannot deadlock.
      const locked = new Map<string, Awaited<ReturnType<typeof lock>>>()
      for (const seen of [body, ...also].sort((one, other) =>
        one.source_filekey < other.source_filekey ? -1 : 1,
      ))
        if (!locked.has(seen.source_filekey)) locked.set(seen.source_filekey, await lock(seen))
      const main = locked.get(filekey)
      if (!main) throw new HttpError('file_not_found')
      const { file, fingerprint, found } = main
      if (fields === undefined) {
        const audit = await reread(tx, deps, main, body)
        return { resource: await main.reload(), audit: [audit] }
      }
      if (body.sheet !== found.sheet || body.header_row !== found.header_row)
        throw invalidField('header_row', 'not_read', 'The file was read with another sheet or header row.')
      const layout = uploadLayout(file.category)
      const matching = await checkMatching({ columns: fields, formats, found, layout })
      const entries = [await start(tx, deps, main, { matching, share })]
      const by = { userId: caller.id, isShared: share, at: clock.now() }
      await rememberMatching(tx, { category: file.category, fingerprint }, by, matching)
      for (const [key, other] of locked) {
        const isSame = other.fingerprint === fingerprint && other.file.category === file.category
        if (key === filekey || !isSame || other.file.state !== 'MATCHING') continue
        const fitting = fittingMatching(matching, other.found, layout)
        // Its values contradict the formats, which its user sees when matching it.
        if (fitting)
          entries.push({ ...(await start(tx, deps, other, { matching: fitting, share })), id: key })
      }
      const [first, ...others] = entries
      if (!first) throw new HttpError('file_not_found')
      return { resource: await main.reload(), audit: [first, ...others] }
    }
  }
}

async function lockOwn(tx: Tx, { clock }: FilesDeps, caller: Caller, seen: SeenFile) {
  await getOwnFile(tx, seen.source_filekey, caller)
  const { file, reload } = await lockFileVersion(tx, seen, caller, clock, (visible) =>
    requirePermissions(caller, ['file:upload', confirmPermission(visible.category)]),
  )
  if (file.uploaded_by !== caller.id) throw new HttpError('file_not_found')
  if (!isMatcher(file, caller)) throw new HttpError('access_denied', { detail: OTHERS_NUMBERS })
  const read = await findColumns(tx, seen.source_filekey)
  if (!read) throw new HttpError('file_state_conflict', { detail: NOT_READ })
  return { file, reload, ...read }
}

const OTHERS_NUMBERS = 'Another user uploaded these card numbers, so only that user can match their columns.'

const NOT_READ = 'The columns of this file are not to be matched.'

type LockedFile = { file: FileRow; found: FoundColumns }

async function start(
  tx: Tx,
  deps: FilesDeps,
  { file, found }: LockedFile,
  { matching, share }: { matching: ColumnMatching; share: boolean },
): Promise<AuditEntry> {
  const at = deps.clock.now().toISOString()
  const { sheet, header_row } = found
  const columns = found.columns.length
  const stored = { ...matching, sheet, header_row, columns, at, is_remembered: false }
  const state = await readAgain(tx, deps, file, stored)
  const words = describeMatching(file.matching, stored, found, uploadLayout(file.category))
  return { changes: { state, ...words, share: [null, share] } }
}

/** Another sheet's header is found again, because the user has not seen it. */
async function reread(
  tx: Tx,
  deps: FilesDeps,
  { file, found }: LockedFile,
  { sheet, header_row }: { sheet: number | null; header_row: number },
): Promise<AuditEntry> {
  const isOther = sheet !== found.sheet
  const wanted = found.sheets.find(({ index }) => index === sheet)
  if (isOther && !wanted) throw invalidField('sheet', 'unknown_sheet', 'Choose a sheet of the workbook.')
  if (isOther && wanted?.problem) throw invalidField('sheet', 'unreadable_sheet', wanted.problem)
  if (!isOther && !found.preview.some(({ row }) => row === header_row))
    throw invalidField('header_row', 'unknown_row', 'Choose one of the first rows.')
  const state = await readAgain(tx, deps, file, null)
  await wantColumns(tx, file.source_filekey, { sheet, header_row: isOther ? null : header_row })
  const name = (index: number | null) => found.sheets.find((each) => each.index === index)?.name ?? null
  return {
    changes: {
      state,
      ...(isOther && { sheet: [name(found.sheet), name(sheet)] }),
      ...(!isOther && { header_row: [found.header_row, header_row] }),
    },
  }
}

async function readAgain(
  tx: Tx,
  { clock, sendJob }: FilesDeps,
  file: FileRow,
  matching: FileRow['matching'],
): Promise<readonly [string, string]> {
  const { source_filekey: filekey, state } = file
  const attempt = file.attempt + 1
  const now = clock.now()
  const to = await transitionFile(tx, filekey, state, 'match', {
    ...{ attempt, matching, fixed_rows: 0, validating_at: now },
    ...{ total: 0, bytes_read: 0, preview: null },
  })
  await removeAllFixes(tx, filekey)
  const reason = matching
    ? 'The columns of the file were matched again.'
    : 'Another sheet or header row of the file was chosen.'
  if (state === 'AWAITING_CONFIRMATION') await endRequests(tx, { filekey }, { now, sendJob, reason })
  await sendDryRun(tx, sendJob, file.uploaded_by, { filekey, attempt })
  return [state, to]
}
