import type { TableDeclaration } from '@backoffice/contract/table'
import { useState } from 'react'
import { errorMessage } from '../../net/api-error.ts'
import { toastFailed } from '../toast.ts'
import { useLazyModule } from '../use-lazy-module.ts'
import type { Values } from './merge.ts'

export type Move = { before: Values; after: Values }
type Question = Move & { answer: (isMeant: boolean) => void }

const load = async () => (await import('./move-dialog.tsx')).MoveDialog

/** The fields that move a row and that differ; none of a table whose rows do not move. */
export function movedFields({ movedBy = [] }: TableDeclaration, { before, after }: Move): string[] {
  return movedBy.filter((name) => before[name] !== after[name])
}

/** Asks before a row moves, with the old place beside the new one. */
export function useMoveQuestion(table: TableDeclaration) {
  const [question, setQuestion] = useState<Question>()
  const settle = (isMeant: boolean) => {
    setQuestion(undefined)
    question?.answer(isMeant)
  }
  const Dialog = useLazyModule(load, question !== undefined, (error) => {
    settle(false)
    toastFailed(errorMessage(error))
  })
  return {
    ask: (move: Move) => new Promise<boolean>((answer) => setQuestion({ ...move, answer })),
    dialog: question && Dialog && (
      <Dialog
        table={table}
        before={question.before}
        after={question.after}
        onYes={() => settle(true)}
        onNo={() => settle(false)}
      />
    ),
  }
}
