import * as z from 'zod/mini'
import type { Schemas } from './endpoint.ts'
import { rowSchema, tableSchemas } from './lookup-tables.schemas.ts'
import { tableApprovals } from './table-approvals.ts'
import { terminals } from './tables/terminals.ts'
import { textCheckedByRules, timestamp, uuid } from './values.schemas.ts'

const parameter = z.optional(textCheckedByRules)

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
  /** Moving a terminal requires `If-Match`; without it the reply is 409 `terminal_would_move` with the current row. */
  upsert: {
    summary: 'Assign a terminal to a branch, creating or moving it as needed',
    createdWhen: { result: 'created' },
    approval: tableApprovals(terminals),
    audit: { resource: 'terminal', action: 'upsert' },
    versioned: 'if-match-optional',
    query: z.strictObject({ terminal_id: parameter, branch_code: parameter, company_code: parameter }),
    reply: z.object({ result: z.enum(['created', 'unchanged', 'moved']), row: rowSchema(terminals) }),
  },
  moves: {
    summary: 'Former branches of a terminal, latest first',
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
