import type { TABLE_ACTIONS } from '@backoffice/contract/endpoints/files'
import type { Selection } from '@backoffice/contract/list'
import { type TableDeclaration, tablePermission } from '@backoffice/contract/table'
import { manilaDay } from '../../adapters/clock.ts'
import type { Tx } from '../../db/client.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import { countMatching } from '../../kernel/list-rows.ts'
import { requirePermission } from '../../kernel/mount.ts'
import { startFileJob } from '../files/file-jobs.ts'
import { tableSource } from '../lookup-tables/table-source.ts'
import { actionEffects } from './action-effects.ts'
import type { ConfirmImportDeps } from './confirm-import.ts'

const VERBS = { activate: 'Activate', deactivate: 'Deactivate', delete: 'Delete' } as const

type Body = { action: (typeof TABLE_ACTIONS)[number]; selection: Selection; count: number }

/** Starts an action on all matching rows, if their number equals the one shown to the caller. */
export async function startTableAction(
  { clock, sendJob }: ConfirmImportDeps,
  table: TableDeclaration,
  { action, selection, count }: Body,
  caller: Caller,
) {
  requirePermission(caller, tablePermission(table, action === 'delete' ? 'delete' : 'update'))
  return async (tx: Tx) => {
    const now = clock.now()
    const matching = await countMatching(tx, tableSource(tx, table, manilaDay(now)), selection)
    if (matching !== count) throw otherRows(matching, count)
    const actor = { id: caller.id, name: caller.name }
    const effects = await actionEffects(tx, table, { action, selection, count }, manilaDay(now))
    const filekey = await startFileJob(tx, sendJob, {
      kind: 'action',
      category: table.category,
      name: `${table.name}-${action}`,
      request: { action, selection, actor, count, effects },
      owner: caller,
      now,
    })
    const { search, filters } = selection
    const changes = {
      source_filekey: [null, filekey] as const,
      rows: [null, count] as const,
      ...(search !== undefined && { search: [null, search] as const }),
      ...(filters !== undefined && { filters: [null, filters] as const }),
    }
    const entry = { resource: table.resource, action, id: null, changes } as const
    const rows = `${count.toLocaleString('en')} ${count === 1 ? table.noun : table.plural}`
    const proposal = {
      what: `${VERBS[action]} ${rows} (all that match)`,
      // Another selection is another request.
      records: [JSON.stringify([action, selection])],
      effects,
    }
    return { resource: { source_filekey: filekey }, audit: [entry] as const, proposal }
  }
}

function otherRows(matching: number, count: number): HttpError {
  const rows = (number: number) => `${number.toLocaleString('en')} ${number === 1 ? 'row' : 'rows'}`
  const detail = `Not started: you selected ${rows(count)}, and now ${rows(matching)} ${matching === 1 ? 'matches' : 'match'}. Check the list again.`
  return new HttpError('selection_changed', { detail })
}
