import * as z from 'zod/mini'
import type { Schemas } from '../endpoint.ts'
import { terminals } from '../tables/terminals.ts'
import { rowSchema, tableSchemas } from './tables.ts'
import { textCheckedByRules, timestamp, uuid } from './values.ts'

const given = z.optional(textCheckedByRules)

const move = z.object({
  id: uuid,
  from_company_code: z.string(),
  from_branch_code: z.string(),
  to_company_code: z.string(),
  to_branch_code: z.string(),
  moved_at: timestamp,
  moved_by: z.string(),
})

export const ownSchemas = {
  /**
   * Without `If-Match` a terminal that stands elsewhere stays there: 409 `terminal_would_move` with its row, of which the
   * call then carries the version.
   */
  upsert: {
    summary: 'Put a terminal in a branch: created, moved, or there already',
    createdWhen: { result: 'created' },
    audit: { resource: 'terminal', action: 'upsert' },
    versioned: 'if-match-optional',
    query: z.strictObject({ terminal_id: given, branch_code: given, company_code: given }),
    reply: z.object({ result: z.enum(['created', 'unchanged', 'moved']), row: rowSchema(terminals) }),
  },
  moves: {
    summary: 'Where a terminal stood before, the latest first',
    audit: { resource: 'terminal', action: 'view', id: 'params.id' },
    params: z.object({ id: uuid }),
    reply: z.object({
      items: z.array(move),
      /** True if more moves exist. */
      more: z.boolean(),
    }),
  },
} satisfies Record<string, Schemas>

const { create: _byUpsert, ...rows } = tableSchemas(terminals)

export const terminalSchemas = { ...rows, ...ownSchemas }
