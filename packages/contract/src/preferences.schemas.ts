import * as z from 'zod/mini'
import type { Schemas } from './endpoint.ts'
import { DOWNLOAD_FORMATS } from './files.ts'
import { PAGE_SIZES } from './list.ts'
import { THEMES } from './preferences.ts'
import { LANGUAGES } from './reply/templates.ts'
import { NAVIGATION_GROUPS } from './screens.ts'
import { count, nameSchemas } from './values.schemas.ts'

const MAX_LISTS = 40
const MAX_COLUMNS = 30

/** Name of a list or column. */
const shortName = z.string().check(z.regex(/^[a-z][a-z0-9_.-]{0,39}$/))

/** A shown column, with its width in pixels if changed. */
const shownColumn = z.strictObject({
  id: shortName,
  width: z.optional(z.int().check(z.minimum(40), z.maximum(800))),
})

function isOnePerColumn(columns: readonly { id: string }[]) {
  return new Set(columns.map(({ id }) => id)).size === columns.length
}

/** Shown columns in order, by list; other lists show their default. */
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

/** Groups of the sidebar that are collapsed. */
const closedGroups = z.array(z.enum(NAVIGATION_GROUPS)).check(z.maxLength(NAVIGATION_GROUPS.length))

const preferences = z.object({
  /** 0 before the first change. */
  version: count,
  theme: z.enum(THEMES),
  page_size: z.literal(PAGE_SIZES),
  columns,
  closed_groups: closedGroups,
  /** Language in which the user last copied a reply. */
  reply_language: z.enum(LANGUAGES),
  /** Format in which the user last downloaded a result or report. */
  download_format: z.enum(DOWNLOAD_FORMATS),
})

nameSchemas({ Preferences: preferences, ShownColumn: shownColumn })

export const preferencesSchemas = {
  get: {
    summary:
      'Preferences of the caller: theme, page size, columns of lists, collapsed groups of the sidebar, language of replies and format of downloads',
    reply: preferences,
  },
  update: {
    summary:
      'Update the caller’s preferences. Omitted fields keep their value; columns are replaced as a whole',
    audit: { resource: 'preferences', action: 'update', id: 'caller' },
    versioned: 'body',
    body: z.strictObject({
      version: count,
      theme: z.optional(z.enum(THEMES)),
      page_size: z.optional(z.literal(PAGE_SIZES)),
      columns: z.optional(columns),
      closed_groups: z.optional(closedGroups),
      reply_language: z.optional(z.enum(LANGUAGES)),
      download_format: z.optional(z.enum(DOWNLOAD_FORMATS)),
    }),
    reply: preferences,
  },
} satisfies Record<string, Schemas>
