import type { References } from '@backoffice/contract/schemas'
import { REFERENCED_TABLES, type TableDeclaration } from '@backoffice/contract/table'
import { useState } from 'react'
import { errorMessage } from '../../net/api-error.ts'
import { toastFailed } from '../toast.ts'
import { useLazyModule } from '../use-lazy-module.ts'
import type { Row } from './rows.ts'
import { findUses } from './table-calls.ts'

type Question = { rows: readonly Row[]; uses: References; answer: (isMeant: boolean) => void }

const load = async () => (await import('./uses-dialog.tsx')).UsesDialog

/** Asks before rows are deactivated that others refer to; of rows that nothing uses it asks nothing. */
export function useUsesQuestion(table: TableDeclaration) {
  const [question, setQuestion] = useState<Question>()
  const settle = (isMeant: boolean) => {
    setQuestion(undefined)
    question?.answer(isMeant)
  }
  const Dialog = useLazyModule(load, question !== undefined, (error) => {
    settle(false)
    toastFailed(errorMessage(error))
  })

  /** Whether to go on. */
  async function ask(rows: readonly Row[]): Promise<boolean> {
    if (!Object.hasOwn(REFERENCED_TABLES, table.path.slice(1))) return true
    try {
      const uses = await findUses(table, rows)
      if (uses.length === 0) return true
      return await new Promise((answer) => setQuestion({ rows, uses, answer }))
    } catch (error) {
      toastFailed(errorMessage(error))
      return false
    }
  }

  const { rows = [], uses = [] } = question ?? {}
  return {
    ask,
    dialog: question && Dialog && (
      <Dialog {...{ table, rows, uses }} onYes={() => settle(true)} onNo={() => settle(false)} />
    ),
  }
}
