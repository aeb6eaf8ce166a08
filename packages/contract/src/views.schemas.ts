import * as z from 'zod/mini'
import type { Schemas } from './endpoint.ts'
import { type ListDeclaration, MAX_FILTER_VALUES, MAX_SORTS } from './list.ts'
import { approvalsList } from './lists/approvals.ts'
import { auditList } from './lists/audit.ts'
import { casesList } from './lists/cases.ts'
import { allFilesList, filesList } from './lists/files.ts'
import { inquiriesList } from './lists/inquiries.ts'
import { gapsList } from './lists/mapping-gaps.ts'
import { reviewItemsList, reviewsList } from './lists/reviews.ts'
import { policiesList, rolesList, usersList } from './lists/users.ts'
import { keysOf } from './objects.ts'
import { tableList } from './table.ts'
import { TABLES } from './tables/tables.ts'
import { count, nameSchemas, person, storedName, text, uuid } from './values.schemas.ts'
import { VIEW_AUDIENCES } from './views.ts'

/** All lists that can have saved views. */
export const LISTS: readonly ListDeclaration[] = [
  filesList,
  allFilesList,
  inquiriesList,
  casesList,
  approvalsList,
  reviewsList,
  reviewItemsList,
  auditList,
  gapsList,
  usersList,
  rolesList,
  policiesList,
  ...TABLES.map((table) => tableList(table)),
]

/** Limit, because every user of a list loads all its shared views. */
const MAX_CONTENT_CHARS = 8_000

/** Name of a field. */
const shortName = z.string().check(z.regex(/^[a-z][a-z0-9_.-]{0,39}$/))
const listName = z.enum(LISTS.map((each) => each.name))
const audience = z.enum(keysOf(VIEW_AUDIENCES))
/** Role of the audience `ROLE`; default: the caller’s own. Another one needs `role:update`. */
const role_id = z.optional(uuid)
const name = storedName(60)
const value = text(200)
const condition = z.strictObject({
  in: z.optional(z.array(value).check(z.minLength(1), z.maxLength(MAX_FILTER_VALUES))),
  contains: z.optional(value),
  from: z.optional(value),
  to: z.optional(value),
  empty: z.optional(z.boolean()),
})

/** Query of the view, as in the list's URL without page and size, and its columns. */
const content = z
  .strictObject({
    search: z.optional(text(100)),
    /** Filters by field; the list checks them on use. */
    filters: z.optional(z.record(shortName, condition)),
    sort: z.optional(z.array(text(60)).check(z.maxLength(MAX_SORTS))),
    columns: z.optional(z.array(shortName).check(z.maxLength(50))),
  })
  .check(
    z.refine(
      (view) => JSON.stringify(view).length <= MAX_CONTENT_CHARS,
      'The filters of the view are too long. Choose fewer values',
    ),
  )

const view = z.object({
  id: uuid,
  version: count,
  list: z.string(),
  name: z.string(),
  audience,
  /** Role that sees it; null for other audiences, and once the role is deleted. */
  role: z.nullable(person),
  content,
  owner: person,
  is_mine: z.boolean(),
  /** True if it is the caller's default view. */
  is_default: z.boolean(),
})

nameSchemas({ SavedView: view, SavedViewContent: content, SavedViewCondition: condition })

export const viewSchemas = {
  list: {
    summary: 'Saved views of a list: the caller’s own, their role’s and everyone’s',
    query: z.object({ list: listName }),
    reply: z.object({ items: z.array(view) }),
  },
  roles: {
    summary: 'Roles that the caller may share a view with, by name',
    audit: { resource: 'role', action: 'options' },
    reply: z.object({ items: z.array(person) }),
  },
  create: {
    summary: 'Save a view',
    status: 201,
    audit: { resource: 'view', action: 'create' },
    body: z.strictObject({ list: listName, name, audience, role_id, content }),
    reply: view,
  },
  update: {
    summary: 'Update one of the caller’s views',
    versioned: 'body',
    audit: { resource: 'view', action: 'update', id: 'params.id' },
    params: z.object({ id: uuid }),
    body: z.strictObject({
      version: count,
      name: z.optional(name),
      audience: z.optional(audience),
      role_id,
      content: z.optional(content),
    }),
    reply: view,
  },
  delete: {
    summary: 'Delete one of the caller’s views',
    versioned: 'if-match',
    audit: { resource: 'view', action: 'delete', id: 'params.id' },
    params: z.object({ id: uuid }),
    reply: z.object({ id: uuid }),
  },
  /** `id` is null for no default view. */
  setDefault: {
    summary: 'Set the caller’s default view of a list',
    audit: { resource: 'view', action: 'set-default', id: 'body.id' },
    body: z.strictObject({ list: listName, id: z.nullable(uuid) }),
    reply: z.object({ list: z.string(), id: z.nullable(uuid) }),
  },
} satisfies Record<string, Schemas>
