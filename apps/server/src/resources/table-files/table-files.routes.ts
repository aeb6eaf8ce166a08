import type { TableEndpoints } from '@backoffice/contract/endpoints/tables'
import type { TableDeclaration } from '@backoffice/contract/table'
import type { Handlers } from '../../kernel/mount.ts'
import { startExport } from '../files/start-export.ts'
import { type ConfirmImportDeps, confirmImport } from './confirm-import.ts'
import { startTableAction } from './start-action.ts'
import { template } from './template.ts'

/** Import, export, template and the action on all that match, of one table. */
export function tableFilesHandlers(
  deps: ConfirmImportDeps,
  table: TableDeclaration,
): Pick<Handlers<TableEndpoints>, 'import' | 'export' | 'template' | 'all'> {
  return {
    import: ({ body }, { caller }) => confirmImport(deps, table, body, caller),

    export: async ({ body: asked }, { caller }) =>
      startExport(deps, { category: table.category, name: table.name, asked, caller, owner: null }),

    template: () => template(deps.db, table),

    all: ({ body }, { caller }) => startTableAction(deps, table, body, caller),
  }
}
