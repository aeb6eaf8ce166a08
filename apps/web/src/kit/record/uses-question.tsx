import type { References } from '@backoffice/contract/schemas/values'
import { REFERENCED_TABLES, type TableDeclaration } from '@backoffice/contract/table'
import { errorMessage } from '../../net/api-error.ts'
import { toastFailed } from '../toast.ts'
import { useQuestion } from '../use-question.ts'
import type { Row } from './rows.ts'
import { findUses } from './table-calls.ts'
import { UsesDialog } from './uses-dialog.tsx'

type Used = { rows: readonly Row[]; uses: References }

/** Asks before rows are deactivated that others refer to; of rows that nothing uses it asks nothing. */
export function useUsesQuestion(table: TableDeclaration) {
  const { ask, open } = useQuestion<Used>()

  /** True if the write goes on. */
  async function askAbout(rows: readonly Row[]): Promise<boolean> {
    if (!Object.hasOwn(REFERENCED_TABLES, table.path.slice(1))) return true
    try {
      const uses = await findUses(table, rows)
      return uses.length === 0 || (await ask({ rows, uses }))
    } catch (error) {
      toastFailed(errorMessage(error))
      return false
    }
  }

  return { ask: askAbout, dialog: open && <UsesDialog table={table} {...open} /> }
}
