import type { HandlerInput } from '@backoffice/contract/endpoint'
import type { TableRow } from '@backoffice/contract/table'
import { terminals } from '@backoffice/contract/tables/terminals'
import type { terminalEndpoints } from '@backoffice/contract/terminals'
import type { Tx } from '../../db/client.ts'
import { inSavepoint } from '../../kernel/bulk.ts'
import type { Caller } from '../../kernel/caller.ts'
import { manilaDay } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import { type Handlers, requirePermission } from '../../kernel/mount.ts'
import type { ConfirmImportDeps } from '../lookup-tables/files/confirm-import.ts'
import { tableFilesHandlers } from '../lookup-tables/files/table-files.routes.ts'
import { rowProposal } from '../lookup-tables/row-effects.ts'
import { lockFormer, rowReader } from '../lookup-tables/table.store.ts'
import { rowWrites, type TableDeps, tableHandlers } from '../lookup-tables/table-handlers.ts'
import { checkValues, normalizeValues, type Values, valuesOf } from '../lookup-tables/table-values.ts'
import { mapWaiting } from '../mapping/start-mapping.ts'
import { findMoves, lockTerminal } from './terminals.store.ts'

type UpsertQuery = HandlerInput<(typeof terminalEndpoints)['upsert']>['query']
type Terminal = TableRow<typeof terminals>

/** `rowWrites` returns rows of any table. */
const asTerminal = (row: TableRow | undefined) => row as unknown as Terminal

/** Terminals are a lookup table with an upsert into a branch instead of a create. */
export function terminalsHandlers(deps: TableDeps & ConfirmImportDeps): Handlers<typeof terminalEndpoints> {
  const { db } = deps
  const findTerminal = rowReader(terminals)
  const { create: _byUpsert, ...rows } = tableHandlers(terminals, deps)
  return {
    ...rows,
    ...tableFilesHandlers(terminals, deps),
    upsert:
      async ({ query, version }, { caller }) =>
      (tx) =>
        inSavepoint(tx, () => upsertTerminal(deps, tx, { input: query, version, caller })),
    moves: async ({ params: { id } }) => {
      if (!(await findTerminal(db, id)))
        throw new HttpError('not_found', { detail: 'This terminal does not exist, or was deleted.' })
      return findMoves(db, id)
    },
  }
}

type Upsert = { input: UpsertQuery; version: number | undefined; caller: Caller }

/** Checks the codes first, then the permission to move, then the confirmation of the move. */
async function upsertTerminal(deps: TableDeps, tx: Tx, { input, version, caller }: Upsert) {
  const { clock } = deps
  const writes = rowWrites(terminals, deps)
  const { terminal_id = '', company_code = '', branch_code = '' } = input
  const place = { company_code, branch_code }
  const after = {
    ...valuesOf(terminals, {}),
    ...normalizeValues(terminals, { terminal_id, ...place, status: 'ACTIVE' }),
  }
  const row = await lockTerminal(tx, after.terminal_id ?? '')
  if (!row) {
    const former = await lockFormer(tx, terminals, after)
    const isMove = former !== undefined && !isSamePlace(former, after)
    if (isMove) {
      await checkValues({ tx, table: terminals, after, today: manilaDay(clock.now()) })
      requireConfirmedMove(former, after, { version, caller })
    }
    const { row: created, changes, kinds, event } = await writes.create(tx, after, caller)
    const waiting = await mapWaiting(deps, tx, terminals, [created], caller)
    const audit = [{ id: created.id, changes, ...event }] as const
    const proposal = rowProposal(terminals, isMove ? 'Move' : 'Create', created, kinds, waiting)
    const result = isMove ? ('moved' as const) : ('created' as const)
    return { resource: { result, row: asTerminal(created) }, audit, proposal }
  }
  const before = valuesOf(terminals, row)
  const moved = { ...before, company_code: after.company_code ?? '', branch_code: after.branch_code ?? '' }
  await checkValues({ tx, table: terminals, before, after: moved, today: manilaDay(clock.now()) })
  if (isSamePlace(row, moved))
    return {
      resource: { result: 'unchanged' as const, row },
      unchanged: true as const,
      proposal: rowProposal(terminals, 'Move', row, []),
    }
  requireConfirmedMove(row, moved, { version, caller })
  const written = await writes.update(tx, { id: row.id, version: row.version, ...place }, caller)
  if (written.outcome !== 'done') throw new Error('A terminal that moves was not changed')
  const audit = [
    { resource: 'terminal', action: 'move', id: row.id, changes: written.changes ?? {} },
  ] as const
  const proposal = rowProposal(terminals, 'Move', row, written.kinds ?? [])
  return { resource: { result: 'moved' as const, row: asTerminal(written.row) }, audit, proposal }
}

const isSamePlace = (row: Terminal, { company_code, branch_code }: Values) =>
  row.company_code === company_code && row.branch_code === branch_code

/** The row may be deleted, because its terminal would come back in another place. */
function requireConfirmedMove(
  row: Terminal,
  { company_code, branch_code }: Values,
  { version, caller }: Pick<Upsert, 'version' | 'caller'>,
): void {
  requirePermission(caller, 'terminal:move')
  if (version === row.version) return
  throw new HttpError('terminal_would_move', {
    current: row,
    detail: `${row.terminal_id} is in ${row.company_code} ${row.branch_code}: confirm the move to ${company_code} ${branch_code}.`,
  })
}
