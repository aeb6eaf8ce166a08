import type { TableEndpoints } from '@backoffice/contract/endpoints/tables'
import type { TableDeclaration } from '@backoffice/contract/table'
import type { Handlers } from '../../kernel/mount.ts'
import { startExport } from '../files/start-export.ts'
import { type ConfirmImportDeps, confirmImport } from './confirm-import.ts'
import { startTableAction } from './start-action.ts'
import { template } from './template.ts'

type FileEndpoints<D extends TableDeclaration> = Pick<
  TableEndpoints<D>,
  'import' | 'export' | 'template' | 'all'
>

/** Import, export, template and the action on all that match, of one table. */
export function tableFilesHandlers<D extends TableDeclaration>(
  table: D,
  deps: ConfirmImportDeps,
): Handlers<FileEndpoints<D>> {
  const handlers: Handlers<FileEndpoints<TableDeclaration>> = {
    import: ({ body }, { caller }) => confirmImport(deps, table, body, caller),

    export: async ({ body: asked }, { caller }) =>
      startExport(deps, { category: table.category, name: table.name, asked, caller, owner: null }),

    template: () => template(deps.db, table),

    all: ({ body }, { caller }) => startTableAction(deps, table, body, caller),
  }
  // The same functions: what they do does not depend on the fields.
  return handlers as unknown as Handlers<FileEndpoints<D>>
}
