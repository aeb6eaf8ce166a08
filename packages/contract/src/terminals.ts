import { addresses, type Reply } from './endpoint.ts'
import { tableEndpoints } from './lookup-tables.ts'
import { terminals } from './tables/terminals.ts'
import type { ownSchemas } from './terminals.schemas.ts'

const { create: _byUpsert, ...rows } = tableEndpoints(terminals)

export const terminalEndpoints = {
  ...rows,
  ...addresses<typeof ownSchemas>('operations')({
    upsert: { method: 'POST', path: '/terminal_id/upsert/', access: 'terminal:upsert', effect: 'write' },
    moves: { method: 'GET', path: `${terminals.path}/:id/moves`, access: 'terminal:view', effect: 'read' },
  }),
}

export type TerminalMove = Reply<typeof terminalEndpoints.moves>['items'][number]
