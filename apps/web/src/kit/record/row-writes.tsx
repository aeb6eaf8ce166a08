import type { RowStatus, TableDeclaration } from '@backoffice/contract/table'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../net/api-error.ts'
import { type Undo, useWrite, type Write } from '../form/use-write.ts'
import { useLazyDialog } from '../lazy/use-lazy.tsx'
import {
  dropFromLists,
  forgetRows,
  type RowOutcome,
  refreshAfterWrite,
  storeRows,
  writeRows,
} from './record-queries.ts'
import { type Row, sentence, versionOf } from './rows.ts'
import { useUsesQuestion } from './uses-dialog.tsx'

/**
 * Deleting and activating rows, from a record, a row menu or a bulk bar:
 *
 *     const remove = useDeleteRows(tenders)
 *     <Button busy={remove.isPending} onClick={() => remove.run(rows)}>Delete</Button>
 *     {remove.dialog}
 *
 * `run` takes whole rows of the list, at most MAX_BULK_ITEMS. Deleted rows disappear from the cached lists immediately;
 * a toast offers Undo for five seconds, also after a navigation, and the notifications keep it. `dialog` shows refused
 * rows with their reasons and alternative actions, and the undo of the others.
 */
export type RowsWrite<Input> = {
  run: (input: Input) => void | Promise<void>
  isPending: boolean
  dialog: ReactNode
}

export type RefusedRow = { row: Row; outcome: RowOutcome }

type Options = {
  /** Called with the written rows while the caller is mounted. */
  onDone?: ((rows: readonly Row[]) => void) | undefined
}

type Result = { written: Row[]; refused: RefusedRow[] }
/** Outcomes in the dialog, with the undo of the written rows. */
type Outcomes = { written: readonly Row[]; refused: readonly RefusedRow[]; undo?: Undo | undefined }
const NONE: Outcomes = { written: [], refused: [] }

export type StatusChange = { rows: readonly Row[]; status: RowStatus }

export function useDeleteRows(table: TableDeclaration, { onDone }: Options = {}): RowsWrite<readonly Row[]> {
  const [shown, setShown] = useState(NONE)
  const status = useWrite({
    ...statusWrite(table),
    close: ({ written, refused: again }) => {
      const processed = [...written, ...again.map(({ row }) => row)].map(({ id }) => id)
      setShown(({ refused, ...rest }) => ({
        ...rest,
        refused: [...refused.filter(({ row }) => !processed.includes(row.id)), ...again],
      }))
    },
    sent: () => setShown(NONE),
  })
  const { run, isPending } = useWrite({
    run: (rows: readonly Row[]) => deleteRows(table, rows),
    successText: ({ written }) => sentence(table, written, 'deleted'),
    undo: ({ written }) => (written.length > 0 ? () => restoreRows(table, written) : undefined),
    refresh: () => refreshAfterWrite(table),
    close: (result, undo) => {
      setShown({ ...result, undo })
      if (result.written.length > 0) onDone?.(result.written)
    },
    refusalText: ({ refused }) => refusedSentence(table, refused, 'deleted'),
  })
  const close = () => setShown(NONE)
  const deactivate = (rows: readonly Row[]) => status.run({ rows, status: 'INACTIVE' })
  const props = { table, ...shown, onClose: close, onDeactivate: deactivate, busy: status.isPending }
  return { run, isPending, dialog: <RefusedRows what="deleted" {...props} /> }
}

export function useSetStatus(table: TableDeclaration): RowsWrite<StatusChange> {
  const [shown, setShown] = useState(NONE)
  const { run, isPending } = useWrite({
    ...statusWrite(table),
    close: (result, undo) => setShown({ ...result, undo }),
    refusalText: ({ refused }) => refusedSentence(table, refused, 'changed'),
  })
  const question = useUsesQuestion(table)
  const props = { table, ...shown, onClose: () => setShown(NONE), busy: false }
  return {
    run: async (change) => {
      if (change.status === 'ACTIVE' || (await question.confirm(change.rows))) run(change)
    },
    isPending,
    dialog: (
      <>
        {question.dialog}
        <RefusedRows what="changed" {...props} />
      </>
    ),
  }
}

function statusWrite(table: TableDeclaration): Write<StatusChange, Result & { status: RowStatus }> {
  return {
    run: async ({ rows, status }) => ({
      ...resultOf(rows, await sendStatus(table, rows, status)),
      status,
    }),
    successText: ({ written, status }) => sentence(table, written, STATUS_VERBS[status]),
    undo: ({ written, status }) =>
      written.length > 0 ? () => revertStatus(table, written, status) : undefined,
    store: ({ written }) => storeRows(table, written),
    refresh: () => refreshAfterWrite(table),
  }
}

function refusedSentence(table: TableDeclaration, refused: readonly RefusedRow[], what: string) {
  return sentence(
    table,
    refused.map(({ row }) => row),
    `not ${what}`,
  )
}

const STATUS_VERBS = { ACTIVE: 'activated', INACTIVE: 'deactivated' } as const

async function deleteRows(table: TableDeclaration, rows: readonly Row[]): Promise<Result> {
  const ids = rows.map(({ id }) => id)
  const putBack = dropFromLists(table, ids)
  try {
    const result = resultOf(rows, await writeRows(table, 'delete', rows.map(versionOf)))
    const gone = result.written.map(({ id }) => id)
    if (result.refused.length > 0) {
      putBack()
      dropFromLists(table, gone)
    }
    forgetRows(table, gone)
    return result
  } catch (error) {
    putBack()
    throw error
  }
}

/** Needs the rows' versions from the reply of the delete. */
async function restoreRows(table: TableDeclaration, rows: readonly Row[]): Promise<string> {
  const result = resultOf(rows, await writeRows(table, 'restore', rows.map(versionOf)))
  storeRows(table, result.written)
  return undone(table, result, 'restored')
}

function sendStatus(table: TableDeclaration, rows: readonly Row[], status: RowStatus): Promise<RowOutcome[]> {
  return writeRows(
    table,
    'update',
    rows.map((row) => ({ ...versionOf(row), status })),
  )
}

async function revertStatus(
  table: TableDeclaration,
  rows: readonly Row[],
  changedTo: RowStatus,
): Promise<string> {
  const status = changedTo === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE'
  const result = resultOf(rows, await sendStatus(table, rows, status))
  storeRows(table, result.written)
  return undone(table, result, `${STATUS_VERBS[status]} again`)
}

/** Ignores rows whose outcome is `unchanged`. */
function resultOf(rows: readonly Row[], outcomes: readonly RowOutcome[]): Result {
  const result: Result = { written: [], refused: [] }
  for (const outcome of outcomes) {
    const row = rows.find(({ id }) => id === outcome.id)
    if (outcome.outcome === 'refused' && row) result.refused.push({ row, outcome })
    else if (outcome.outcome === 'done' && outcome.row) result.written.push(outcome.row)
  }
  return result
}

/** Throws the refusal if no row could be undone. */
function undone(table: TableDeclaration, { written, refused }: Result, what: string): string {
  const [first] = refused
  const text = sentence(table, written, what)
  if (first && !text)
    throw new ApiError(409, { code: first.outcome.code ?? '', detail: first.outcome.detail ?? '' })
  return [text ?? 'Nothing left to undo', ...(first ? [`${refused.length} not`] : [])].join(', ')
}

const load = async () => (await import('./refused-dialog.tsx')).RefusedDialog

type RefusedProps = Outcomes & {
  table: TableDeclaration
  what: 'deleted' | 'changed'
  busy: boolean
  onClose: () => void
  onDeactivate?: (rows: readonly Row[]) => void
}

function RefusedRows(props: RefusedProps) {
  const isOpen = props.refused.length > 0
  const Dialog = useLazyDialog(load, isOpen, props.onClose)
  return isOpen && Dialog ? <Dialog {...props} /> : null
}

export type RefusedDialogProps = RefusedProps
