import type { TableDeclaration } from '@backoffice/contract/table'
import { useQuestion } from '../use-question.ts'
import type { Values } from './merge.ts'
import { MoveDialog } from './move-dialog.tsx'

export type Move = { before: Values; after: Values }

/** Changed fields that move a row. */
export function movedFields({ movedBy = [] }: TableDeclaration, { before, after }: Move): string[] {
  return movedBy.filter((name) => before[name] !== after[name])
}

/** Confirms the move of a row. */
export function useMoveQuestion(table: TableDeclaration) {
  const { confirm, open } = useQuestion<Move>()
  return { confirm, dialog: open && <MoveDialog table={table} {...open} /> }
}
