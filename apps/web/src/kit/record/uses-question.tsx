import type { References } from '@backoffice/contract/schemas/values'
import { REFERENCED_TABLES, type TableDeclaration } from '@backoffice/contract/table'
import { errorMessage } from '../../net/api-error.ts'
import { toastFailed } from '../toast.ts'
import { useQuestion } from '../use-question.ts'
import type { Row } from './rows.ts'
import { findUses } from './table-calls.ts'
import { UsesDialog } from './uses-dialog.tsx'

type UsedRows = { rows: readonly Row[]; uses: References }

/** Confirms the deactivation of rows that are in use. */
export function useUsesQuestion(table: TableDeclaration) {
  const { confirm, open } = useQuestion<UsedRows>()

  /** Resolves to true if the write continues. */
  async function confirmUses(rows: readonly Row[]): Promise<boolean> {
    if (!Object.hasOwn(REFERENCED_TABLES, table.path.slice(1))) return true
    try {
      const uses = await findUses(table, rows)
      return uses.length === 0 || (await confirm({ rows, uses }))
    } catch (error) {
      toastFailed(errorMessage(error))
      return false
    }
  }

  return { confirm: confirmUses, dialog: open && <UsesDialog table={table} {...open} /> }
}
