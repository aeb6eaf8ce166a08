import * as z from 'zod/mini'
import type { Schemas } from '../endpoint.ts'
import { PAGE_SIZES } from '../list.ts'
import { THEMES } from '../preferences.ts'
import { count } from './values.ts'

const MAX_LISTS = 40
const MAX_COLUMNS = 30

/** Name of a list or a column in the screens. */
const shortName = z.string().check(z.regex(/^[a-z][a-z0-9_.-]{0,39}$/))

/** A column that is shown; its width in pixels once it was changed. */
const shownColumn = z.strictObject({
  id: shortName,
  width: z.optional(z.int().check(z.minimum(40), z.maximum(800))),
})

function isOnePerColumn(columns: readonly { id: string }[]) {
  return new Set(columns.map(({ id }) => id)).size === columns.length
}

/** By list the columns that are shown, in their order; a list that is not named shows its own choice. */
const columns = z
  .record(
    shortName,
    z
      .array(shownColumn)
      .check(z.maxLength(MAX_COLUMNS), z.refine(isOnePerColumn, '{field} names a column twice')),
  )
  .check(
    z.refine(
      (lists) => Object.keys(lists).length <= MAX_LISTS,
      `{field} must only contain ${MAX_LISTS} lists`,
    ),
  )

const preferences = z.object({
  /** 0 as long as nothing was ever chosen. */
  version: count,
  theme: z.enum(THEMES),
  page_size: z.literal(PAGE_SIZES),
  columns,
})

export const preferencesSchemas = {
  get: {
    summary: 'What the caller has chosen: theme, rows of a page, columns of lists',
    reply: preferences,
  },
  update: {
    summary: 'Change own choices; what is not named stays, columns are replaced as a whole',
    audit: { resource: 'preferences', action: 'update', id: 'caller' },
    versioned: 'body',
    body: z.strictObject({
      version: count,
      theme: z.optional(z.enum(THEMES)),
      page_size: z.optional(z.literal(PAGE_SIZES)),
      columns: z.optional(columns),
    }),
    reply: preferences,
  },
} satisfies Record<string, Schemas>
