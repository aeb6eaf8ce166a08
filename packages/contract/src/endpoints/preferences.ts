import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { THEMES } from '../preferences.ts'
import { count, PAGE_SIZES } from '../schemas.ts'

const MOST_LISTS = 40
const MOST_COLUMNS = 30

/** Of a list or a column, as the screens call them. */
const shortName = z.string().check(z.regex(/^[a-z][a-z0-9_.-]{0,39}$/))

/** A column that is shown; its width in pixels once it was changed. */
const shownColumn = z.strictObject({
  id: shortName,
  width: z.optional(z.int().check(z.minimum(40), z.maximum(800))),
})
export type ShownColumn = z.output<typeof shownColumn>

function isOnePerColumn(shown: readonly ShownColumn[]) {
  return new Set(shown.map(({ id }) => id)).size === shown.length
}

/** By list the columns that are shown, in their order; a list that is not named shows its own choice. */
const columns = z
  .record(
    shortName,
    z
      .array(shownColumn)
      .check(z.maxLength(MOST_COLUMNS), z.refine(isOnePerColumn, '{field} names a column twice')),
  )
  .check(
    z.refine(
      (lists) => Object.keys(lists).length <= MOST_LISTS,
      `{field} must only contain ${MOST_LISTS} lists`,
    ),
  )

const preferences = z.object({
  /** 0 as long as nothing was ever chosen. */
  version: count,
  theme: z.enum(THEMES),
  page_size: z.literal(PAGE_SIZES),
  columns,
})
export type Preferences = z.output<typeof preferences>

export const preferencesEndpoints = {
  get: endpoint({
    api: 'user',
    method: 'GET',
    path: '/preferences',
    summary: 'What the caller has chosen: theme, rows of a page, columns of lists',
    access: 'signed-in',
    effect: 'read',
    reply: preferences,
  }),
  update: endpoint({
    api: 'user',
    method: 'PATCH',
    path: '/preferences',
    summary: 'Change own choices; what is not named stays, columns are replaced as a whole',
    access: 'signed-in',
    audit: { resource: 'preferences', action: 'update', id: 'caller' },
    effect: 'write',
    versioned: 'body',
    body: z.strictObject({
      version: count,
      theme: z.optional(z.enum(THEMES)),
      page_size: z.optional(z.literal(PAGE_SIZES)),
      columns: z.optional(columns),
    }),
    reply: preferences,
  }),
}
