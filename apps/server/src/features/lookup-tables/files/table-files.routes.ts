import { tableLayout } from '@backoffice/contract/import-layouts'
import type { TableEndpoints } from '@backoffice/contract/lookup-tables'
import type { TableDeclaration } from '@backoffice/contract/table'
import { sql } from 'kysely'
import type { Database } from '../../../db/client.ts'
import { tableOf, valuesOf } from '../../../files/check/table-sql.ts'
import { startExport } from '../../../files/tracked/start-export.ts'
import type { Handlers } from '../../../kernel/mount.ts'
import { type ConfirmImportDeps, confirmImport } from './confirm-import.ts'
import { importTemplate } from './import-template.ts'
import { startTableAction } from './start-action.ts'

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
