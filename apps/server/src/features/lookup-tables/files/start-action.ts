import { createHash } from 'node:crypto'
import type { TABLE_ACTIONS } from '@backoffice/contract/files'
import type { Selection } from '@backoffice/contract/list'
import { type TableDeclaration, tablePermission } from '@backoffice/contract/table'
import type { Tx } from '../../../db/client.ts'
import { startFileJob } from '../../../files/tracked/file-jobs.ts'
import { updateTotal } from '../../../files/tracked/file-writes.store.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { manilaDay } from '../../../kernel/clock.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { requirePermission } from '../../../kernel/mount.ts'
import { mappingInWords, tableEffects } from '../row-kinds.ts'
import { actionKinds } from './action-kinds.ts'
import { chooseRows, waitingForChosen } from './chosen-rows.store.ts'
import type { ConfirmImportDeps } from './confirm-import.ts'

const VERBS = { activate: 'Activate', deactivate: 'Deactivate', delete: 'Delete' } as const

type Body = { action: (typeof TABLE_ACTIONS)[number]; selection: Selection; count: number }

/**
 * Starts an action on the rows that match now, if their number equals the one shown to the caller. The job changes no
 * others.
 */
export async function startTableAction(
  { clock, sendJob }: ConfirmImportDeps,
  table: TableDeclaration,
  { action, selection, count }: Body,
  caller: Caller,
) {
  requirePermission(caller, tablePermission(table, action === 'delete' ? 'delete' : 'update'))
  return async (tx: Tx) => {
    const now = clock.now()
    const actor = { id: caller.id, name: caller.name }
    const filekey = await startFileJob(tx, sendJob, {
      kind: 'action',
      category: table.category,
      name: `${table.name}-${action}`,
      request: { action, selection, actor },
      owner: caller,
      now,
    })
    const today = manilaDay(now)
    const { kinds, ...rows } = await chooseRows(tx, {
      table,
      filekey,
      selection,
      today,
      kinds: actionKinds(table, action, today),
    })
    if (rows.total !== count) throw otherRows(rows.total, count)
    await updateTotal(tx, filekey, count)
    const waiting = action === 'activate' ? await waitingForChosen(tx, table, filekey) : 0
    const { search, filters } = selection
    const changes = {
      source_filekey: [null, filekey] as const,
      rows: [null, count] as const,
      ...(search !== undefined && { search: [null, search] as const }),
      ...(filters !== undefined && { filters: [null, filters] as const }),
    }
    const entry = { resource: table.resource, action, id: null, changes } as const
    const words = `${count.toLocaleString('en')} ${count === 1 ? table.noun : table.plural}`
    const proposal = {
      what: `${VERBS[action]} ${words} (all that match)${mappingInWords(waiting)}`,
      // Identifies the selection by a hash, because requests are kept for longer than a search may be.
      records: [
        createHash('sha256')
          .update(JSON.stringify([action, selection]))
          .digest('hex'),
      ],
      table: table.name,
      effects: tableEffects(table, kinds, waiting),
      rows,
    }
    return { resource: { source_filekey: filekey }, audit: [entry] as const, proposal }
  }
}

function otherRows(matching: number, count: number): HttpError {
  const rows = (number: number) => `${number.toLocaleString('en')} ${number === 1 ? 'row' : 'rows'}`
  const detail = `Not started: you selected ${rows(count)}, and now ${rows(matching)} ${matching === 1 ? 'matches' : 'match'}. Check the list again.`
  return new HttpError('selection_changed', { detail })
}
