import type { TableDeclaration } from '@backoffice/contract/table'
import { useQuestion } from '../use-question.ts'
import type { Values } from './merge.ts'
import { MoveDialog } from './move-dialog.tsx'

export type Move = { before: Values; after: Values }

/** The fields that move a row and that differ; none of a table whose rows do not move. */
export function movedFields({ movedBy = [] }: TableDeclaration, { before, after }: Move): string[] {
  return movedBy.filter((name) => before[name] !== after[name])
}

/** Asks before a row moves, with the old place beside the new one. */
export function useMoveQuestion(table: TableDeclaration) {
  const { ask, open } = useQuestion<Move>()
  return { ask, dialog: open && <MoveDialog table={table} {...open} /> }
}
