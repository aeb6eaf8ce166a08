import type { Access } from '@backoffice/contract/access'
import type { AccessChangeRequest } from '@backoffice/contract/explain'
import { accessChange } from '@backoffice/contract/grants'
import type { ListQuery } from '@backoffice/contract/list'
import type { Database, Reader, Tx } from '../../../db/client.ts'
import { type ExportCall, startExport } from '../../../files/tracked/file-jobs.ts'
import type { SendJob } from '../../../jobs/queue.ts'
import { type Changes, changesOf } from '../../../kernel/audit.ts'
import type { Call, Caller, StoredContext } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { HttpError, invalidFields } from '../../../kernel/errors.ts'
import type { Page } from '../../../kernel/list-rows.ts'
import { type RecentSignInCall, requireRecentSignIn } from '../../../kernel/recent-sign-in.ts'
import { reasonOfVersion, requireVersion } from '../../../kernel/version.ts'
import {
  type GrantSet,
  lockAccess,
  missingOf,
  refuseMissing,
  requireAdministrators,
  requireHeld,
} from '../access-lock.ts'
import { moreOffered, readOffers } from '../break-glass-offers.store.ts'
import { requireNoneExceeding } from '../exceeding.ts'
import { emptyProposal, grantProposal, requireGained } from '../granting.ts'
import { requireRecentForAccess } from '../high-risk.ts'
import { impactOfChange, requireConfirmed } from '../impact.ts'
import { findOfName, lockRecord } from './access-records.store.ts'

type StoredRow = {
  version: number
  is_system: boolean
  created_at: Date
  updated_at: Date
  updated_by: string | null
  updated_by_name: string | null
}
type RecordVersions = { version: number; impact_version?: string | undefined }
type Use = { label: 'Users' | 'Roles'; count: number; names: readonly string[] }

/** A role or a policy. `Input` are the fields of a call, `Content` is the normalized record without id and version. */
export type AccessRecord<Row, Detail, Input, Content> = {
  noun: 'role' | 'policy'
  category: 'ROLES' | 'POLICIES'
  table: 'roles' | 'policies'
  empty: Content
  list: (db: Database, query: ListQuery) => Promise<Page<Row>>
  find: (db: Reader, id: string) => Promise<Detail | undefined>
  insert: (tx: Tx, content: Content, by: string) => Promise<string>
  update: (tx: Tx, id: string, content: Content, by: string) => Promise<void>
  remove: (tx: Tx, id: string) => Promise<void>
  /** Holders that prevent deletion; `names` are the first of them. */
  usesOf: (tx: Tx, stored: Detail) => Promise<Use[]>
  storedContent: (stored: Detail) => Content
  /** Content with the fields of a call. Throws 422 for policies that do not exist. */
  changed: (tx: Tx, content: Content, input: Input) => Promise<Content>
  grants: (content: Content) => GrantSet
  isGrantable: (held: Access, grants: GrantSet) => boolean
  /** True if the change lets more users take the record themselves. */
  isOffered?: (before: Content, after: Content) => boolean
  impactRequest: (id: string, content: Content) => AccessChangeRequest
  /** Values that the audit trail records. */
  audited: (content: Content) => Readonly<Record<string, unknown>>
}

type Deps = { db: Database; clock: Clock; sendJob: SendJob }
type ById = { params: { id: string } }
type WithName = { name: string }

export function accessRecordHandlers<
  Row extends StoredRow,
  Detail extends StoredRow,
  Input,
  Content extends WithName,
>(record: AccessRecord<Row, Detail, Input, Content>, { db, clock, sendJob }: Deps) {
  const { noun, category, table } = record
  const changes = (before: Content | null, after: Content | null) => {
    const [old, now] = [before ? record.audited(before) : {}, after ? record.audited(after) : {}]
    return changesOf(old, now, Object.keys({ ...old, ...now }))
  }

  async function find(reader: Reader, id: string): Promise<Detail> {
    const stored = await record.find(reader, id)
    if (stored) return stored
    throw new HttpError('not_found', { detail: `This ${noun} does not exist, or was deleted.` })
  }

  /** Locks the record until the transaction ends. Without a version, accepts the current one. */
  async function lock(tx: Tx, id: string, version: number | undefined): Promise<Detail> {
    await lockRecord(tx, table, id)
    const stored = await find(tx, id)
    const detail = `${stored.updated_by_name ?? 'The system'} saved this ${noun} in the meantime.`
    if (version !== undefined) requireVersion(stored.version, version, toReply(stored), detail)
    if (stored.is_system) throw new HttpError('system_record')
    return stored
  }

  async function requireFreeName(tx: Tx, name: string, notId: string | null): Promise<void> {
    const other = await findOfName(tx, table, name, notId)
    if (!other) return
    const row = { id: other.id, label: other.name }
    const message = `There is already a ${noun} named “${other.name}”. Choose another name.`
    throw invalidFields([{ field: 'name', code: 'E009', message, row }])
  }

  return {
    list: async ({ query }: { query: ListQuery }) => {
      const { rows, ...page } = await record.list(db, query)
      return { items: rows.map(toReply), ...page }
    },

    export: async ({ body }: { body: ExportCall }, { caller }: Call) =>
      startExport({ clock, sendJob }, { category, name: table, query: body, caller, owner: null }),

    get: async ({ params }: ById) => toReply(await find(db, params.id)),

    create:
      async ({ body }: { body: Input & WithName }, { caller }: Call) =>
      async (tx: Tx) => {
        const held = await lockAccess(tx, caller, `${noun}:create`)
        await requireFreeName(tx, body.name.trim(), null)
        const content = await record.changed(tx, record.empty, body)
        requireHeld(held, record.grants(content))
        const id = await record.insert(tx, content, caller.id)
        const audit = [{ id, changes: changes(null, content) }] as const
        return { resource: toReply(await find(tx, id)), audit }
      },

    update:
      async (
        { params: { id }, body }: ById & { body: Input & RecordVersions },
        call: StoredContext & RecentSignInCall,
      ) =>
      async (tx: Tx) => {
        const { caller } = call
        const held = await lockAccess(tx, caller, `${noun}:update`)
        const stored = await lock(tx, id, body.version)
        const before = record.storedContent(stored)
        const after = await record.changed(tx, before, body)
        const changed = changes(before, after)
        const what = `Change ${noun} ${after.name}`
        if (Object.keys(changed).length === 0)
          return { resource: toReply(stored), unchanged: true as const, proposal: emptyProposal(what, [id]) }
        await requireFreeName(tx, after.name, id)
        if (record.isOffered?.(before, after)) requireHeld(held, record.grants(after))
        const offers = await readOffers(tx)
        const found = await requireAllowed({
          tx,
          caller,
          held,
          record,
          id,
          before,
          after,
          changed,
          confirmed: body.impact_version,
        })
        await record.update(tx, id, after, caller.id)
        await requireAdministrators(tx)
        const proposal = grantProposal(what, [id], found, await moreOffered(tx, offers))
        requireRecentForAccess(call, proposal, found)
        if (changed.requires_second_factor) requireRecentSignIn(call)
        return { resource: toReply(await find(tx, id)), audit: [{ changes: changed }] as const, proposal }
      },

    remove:
      async ({ params: { id }, version }: ById & { version: number | undefined }, { caller }: Call) =>
      async (tx: Tx) => {
        await lockAccess(tx, caller, `${noun}:delete`)
        const stored = await lock(tx, id, version)
        const uses = (await record.usesOf(tx, stored)).filter(({ count }) => count > 0)
        if (uses.length > 0) throw inUseBy(noun, uses)
        await record.remove(tx, id)
        const deleted = changes(record.storedContent(stored), null)
        return { resource: { id }, audit: [{ changes: deleted, ...reasonOfVersion(version) }] as const }
      },
  }
}

type Change<Content> = {
  tx: Tx
  caller: Caller
  held: Access
  record: Pick<
    AccessRecord<never, never, never, Content>,
    'noun' | 'grants' | 'isGrantable' | 'impactRequest'
  >
  id: string
  before: Content
  after: Content
  changed: Changes
  /** Version of the impact that the caller confirmed. */
  confirmed: string | undefined
}

/**
 * The caller must hold everything granted, must not be affected, and must have confirmed this impact. No affected user
 * exceeds the caller. A new name affects all holders, because it decides who gets the record, and so does a second
 * factor, which needs no impact.
 */
async function requireAllowed<Content>({
  tx,
  caller,
  held,
  record,
  id,
  before,
  after,
  ...change
}: Change<Content>) {
  const { noun, grants, isGrantable, impactRequest } = record
  const { name, description, requires_second_factor: secondFactor, ...granted } = change.changed
  const [old, now] = [asAccess(grants(before)), asAccess(grants(after))]
  const added = missingOf(old, grants(after))
  refuseMissing(missingOf(held, grants(after)).filter((each) => added.includes(each)))
  const found = await impactOfChange(tx, impactRequest(id, after))
  if (name || description || secondFactor) {
    if (!isGrantable(held, grants(before)))
      throw new HttpError('not_held', {
        detail: `You can only ${secondFactor ? 'change the second factor of' : 'rename'} a ${noun} that you can grant.`,
      })
    requireNoneExceeding(held, found.holders)
  }
  if (secondFactor && found.holderIds.has(caller.id)) throw new HttpError('own_access')
  if (Object.keys(granted).length === 0) return found
  if (found.changed.has(caller.id)) throw new HttpError('own_access')
  requireNoneExceeding(held, found.changed.values())
  requireGained(held, [...new Set([...accessChange(old, now).gained, ...found.gained])])
  requireConfirmed(found, change.confirmed)
  return found
}

const asAccess = ({ modules, statements }: GrantSet): Access => ({ modules, policies: statements })

function inUseBy(noun: string, uses: readonly Use[]): HttpError {
  const words = uses.map(({ label, count, names }) => {
    const one = label.toLowerCase().slice(0, -1)
    const more = count > names.length ? ` and ${(count - names.length).toLocaleString('en')} more` : ''
    return `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`} (${names.join(', ')}${more})`
  })
  return new HttpError('in_use', {
    detail: `In use by ${words.join(' and ')}: a ${noun} in use can’t be deleted.`,
    usedBy: uses.map(({ label, count }) => ({ label, count, link: null })),
  })
}

function toReply<Row extends StoredRow>(row: Row) {
  const { updated_by: id, updated_by_name: name } = row
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    updated_by: id !== null && name !== null ? { id, name } : null,
  }
}
