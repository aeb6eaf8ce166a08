import type { api } from '@backoffice/contract/api'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import { SHARE_WITH_ROLES, type View, type ViewAudience } from '@backoffice/contract/views'
import type { Database, Reader, Tx } from '../../db/client.ts'
import { type Changes, changesOf } from '../../kernel/audit.ts'
import { type Caller, lockUserRow } from '../../kernel/caller.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { type Handlers, requirePermission } from '../../kernel/mount.ts'
import { requireVersion } from '../../kernel/version.ts'
import {
  countViews,
  deleteView,
  findDefaultView,
  findRoleId,
  findView,
  insertView,
  listRoleNames,
  listViews,
  lockView,
  roleExists,
  saveDefaultView,
  updateView,
  type ViewRow,
} from './views.store.ts'

/** Limit per user and all lists together, because every user of a list loads its shared views. */
const MOST_VIEWS = 60

export function viewsHandlers({ db }: { db: Database }): Handlers<(typeof api)['views']> {
  return {
    list: async ({ query }, { caller }) => {
      const rows = await listViews(db, caller.id, query.list)
      return { items: rows.map((row) => toView(row, caller)) }
    },

    roles: async () => ({ items: await listRoleNames(db) }),

    create: async ({ body }, { caller }) => {
      rejectCardNumbers(body)
      return async (tx) => {
        await lockUserRow(tx, caller.id)
        if ((await countViews(tx, caller.id)) >= MOST_VIEWS) throw tooManyViews()
        const { list, name, audience, content } = body
        const role_id = await sharedRole(tx, caller, body)
        const values = { name, audience, role_id, content }
        const id = await insertView(tx, caller.id, list, values).catch(asFieldError)
        const created = await requireVisible(tx, caller, id)
        return {
          resource: toView(created, caller),
          audit: [{ id, changes: differences(undefined, created) }],
        }
      }
    },

    update: async ({ params, body }, { caller }) => {
      rejectCardNumbers(body)
      return async (tx) => {
        const before = await lockOwn(tx, caller, params.id, body.version)
        const { name = before.name, audience = before.audience, content = before.content } = body
        const isShared = body.audience !== undefined || body.role_id !== undefined
        const shared = { audience, role_id: body.role_id }
        const role_id = isShared ? await sharedRole(tx, caller, shared) : before.role_id
        const values = { name, audience, role_id, content }
        const changes = differences(before, { ...before, ...values })
        if (Object.keys(changes).length === 0) return { resource: toView(before, caller), unchanged: true }
        await updateView(tx, params.id, values).catch(asFieldError)
        const after = await requireVisible(tx, caller, params.id)
        return { resource: toView(after, caller), audit: [{ changes }] }
      }
    },

    delete:
      async ({ params, version }, { caller }) =>
      async (tx) => {
        const before = await lockOwn(tx, caller, params.id, version)
        await deleteView(tx, params.id)
        return { resource: { id: params.id }, audit: [{ changes: differences(before, undefined) }] }
      },

    setDefault:
      async ({ body: { list, id } }, { caller }) =>
      async (tx) => {
        if (id !== null && (await requireVisible(tx, caller, id)).list !== list) throw noSuchView()
        const before = await findDefaultView(tx, caller.id, list)
        if (before === id) return { resource: { list, id }, unchanged: true }
        await saveDefaultView(tx, caller.id, list, id)
        return { resource: { list, id }, audit: [{ changes: { [list]: [before, id] } }] }
      },
  }
}

function toView(row: ViewRow, caller: Caller): View {
  const { id, version, list, name, is_default } = row
  return {
    id,
    version,
    list,
    name,
    audience: row.audience,
    role: row.role_id && row.role_name ? { id: row.role_id, name: row.role_name } : null,
    content: row.content,
    owner: { id: row.owner_id, name: row.owner_name },
    is_mine: row.owner_id === caller.id,
    is_default,
  }
}

type Sharing = { audience: ViewAudience; role_id?: string | undefined }

/** `ROLE` shares with the current role of the owner, or with another one that the caller may choose. */
async function sharedRole(tx: Tx, caller: Caller, { audience, role_id }: Sharing): Promise<string | null> {
  if (audience !== 'ROLE') return null
  const own = await findRoleId(tx, caller.id)
  if (role_id === undefined || role_id === own) return own
  requirePermission(caller, SHARE_WITH_ROLES)
  if (await roleExists(tx, role_id)) return role_id
  throw invalidField('role_id', 'not_found', 'This role no longer exists. Choose another role.')
}

async function requireVisible(db: Reader, caller: Caller, id: string): Promise<ViewRow> {
  const row = await findView(db, caller.id, id)
  if (!row) throw noSuchView()
  return row
}

async function lockOwn(tx: Tx, caller: Caller, id: string, version: number): Promise<ViewRow> {
  const row = await lockView(tx, caller.id, id)
  if (!row) throw noSuchView()
  if (row.owner_id !== caller.id) {
    const detail = `This view belongs to ${row.owner_name}: save a copy of it under your own name.`
    throw new HttpError('access_denied', { detail })
  }
  requireVersion(row.version, version, toView(row, caller))
  return row
}

function differences(before: ViewRow | undefined, after: ViewRow | undefined): Changes {
  return {
    ...changesOf(before ?? {}, after ?? {}, ['list', 'name', 'audience', 'role_id']),
    ...changesOf(before ? before.content : {}, after ? after.content : {}, [
      'search',
      'filters',
      'sort',
      'columns',
    ]),
  }
}

const noSuchView = () => new HttpError('not_found', { detail: 'There is no such view.' })

const tooManyViews = () =>
  invalidField('name', 'too_many_views', `You have ${MOST_VIEWS} views, your limit. Delete one first.`)

/** Views may be shared, and lists cannot be searched by card number. */
function rejectCardNumbers(body: object) {
  const text = JSON.stringify(body)
  if (maskCardNumbers(text) !== text)
    throw invalidField(
      'content',
      'card_number',
      'A view can’t contain a card number. Remove it and save again.',
    )
}

function asFieldError(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'views_name')
    throw invalidField('name', 'duplicate', 'You already have a view with this name. Choose another name.')
  throw error
}
