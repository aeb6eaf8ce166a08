import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { textCheckedByRules, timestamp, uuid } from '../schemas.ts'
import { terminals } from '../tables/terminals.ts'
import { rowSchema, tableEndpoints } from './tables.ts'

const { create: _byUpsert, ...rows } = tableEndpoints(terminals)

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
export type TerminalMove = z.output<typeof move>

export const terminalEndpoints = {
  ...rows,
  /**
   * Without `If-Match` a terminal that stands elsewhere stays there: 409 `terminal_would_move` with its row, of which the
   * call then carries the version.
   */
  upsert: endpoint({
    api: 'operations',
    method: 'POST',
    path: '/terminal_id/upsert/',
    summary: 'Put a terminal in a branch: created, moved, or there already',
    access: 'terminal:upsert',
    effect: 'write',
    createdWhen: { result: 'created' },
    audit: { resource: 'terminal', action: 'upsert' },
    versioned: 'if-match-optional',
    query: z.strictObject({ terminal_id: given, branch_code: given, company_code: given }),
    reply: z.object({ result: z.enum(['created', 'unchanged', 'moved']), row: rowSchema(terminals) }),
  }),
  moves: endpoint({
    api: 'operations',
    method: 'GET',
    path: `${terminals.path}/:id/moves`,
    summary: 'Where a terminal stood before, the latest first',
    access: 'terminal:view',
    effect: 'read',
    audit: { resource: 'terminal', action: 'view', id: 'params.id' },
    params: z.object({ id: uuid }),
    reply: z.object({
      items: z.array(move),
      /** There are more than are answered. */
      more: z.boolean(),
    }),
  }),
}
