import { createHash } from 'node:crypto'
import type { TABLE_ACTIONS } from '@backoffice/contract/files'
import { tableLayout } from '@backoffice/contract/import-layouts'
import type { Selection } from '@backoffice/contract/list'
import type { TableEndpoints } from '@backoffice/contract/lookup-tables'
import { type TableDeclaration, tablePermission } from '@backoffice/contract/table'
import { sql } from 'kysely'
import type { Database, Tx } from '../../../db/client.ts'
import { tableOf, valuesOf } from '../../../files/check/table-staging.ts'
import { startExport, startFileJob } from '../../../files/tracked/file-jobs.ts'
import { updateTotal } from '../../../files/tracked/file-writes.store.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { manilaDay } from '../../../kernel/clock.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { type Handlers, requirePermission } from '../../../kernel/mount.ts'
import { describeMapping, tableEffects } from '../row-effects.ts'
import { actionEffects } from '../row-substitutes.ts'
import { chooseRows, waitingForChosen } from './chosen-rows.store.ts'
import { type ConfirmImportDeps, confirmImport } from './confirm-import.ts'
import { importTemplate } from './import-template.ts'

type FileEndpoints<D extends TableDeclaration> = Pick<
  TableEndpoints<D>,
  'import' | 'export' | 'template' | 'all'
>

export function tableFilesHandlers<D extends TableDeclaration>(
  table: D,
  deps: ConfirmImportDeps,
): Handlers<FileEndpoints<D>> {
  const handlers: Handlers<FileEndpoints<TableDeclaration>> = {
    import: ({ body }, call) => confirmImport(deps, tableLayout(table), body, call),

    export: async ({ body }, { caller }) =>
      startExport(deps, { category: table.category, name: table.name, query: body, caller, owner: null }),

    template: () => template(deps.db, table),

    all: ({ body }, { caller }) => startTableAction(deps, table, body, caller),
  }
  // The handlers do not depend on the fields of a row.
  return handlers as unknown as Handlers<FileEndpoints<D>>
}

/** The example row is from the table or, if it is empty, from the declaration. */
async function template(db: Database, table: TableDeclaration) {
  const { rows } = await sql<{ value: Record<string, string | null> }>`
    SELECT ${valuesOf(table, 't')} AS value FROM ${tableOf(table)} t
    WHERE t.deleted_at IS NULL AND t.status = 'ACTIVE' ORDER BY t.created_at, t.id LIMIT 1`.execute(db)
  return importTemplate(tableLayout(table), rows[0]?.value ?? exampleOf(table))
}

function exampleOf({ fields }: TableDeclaration): Record<string, string | null> {
  const own = Object.entries(fields).map(([name, { options, label, max, optional, reference }]) => {
    if (optional) return [name, null] as const
    const text = reference?.any ?? Object.keys(options ?? {})[0] ?? label
    return [name, text.slice(0, max)] as const
  })
  return { ...Object.fromEntries(own), status: 'ACTIVE', effective_from: null, effective_to: null }
}

const VERBS = { activate: 'Activate', deactivate: 'Deactivate', delete: 'Delete' } as const

type Body = { action: (typeof TABLE_ACTIONS)[number]; selection: Selection; count: number }

/**
 * Starts an action on the rows that match now, if their number equals the one shown to the caller. The job changes no
 * others.
 */
async function startTableAction(
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
      kinds: actionEffects(table, action, today),
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
      what: `${VERBS[action]} ${words} (all that match)${describeMapping(waiting)}`,
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
