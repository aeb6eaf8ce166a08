import type { Selection } from '@backoffice/contract/list'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import type { Need } from '../access/permission.ts'
import { PermissionGate } from '../access/permission-gate.tsx'
import { Confirm } from '../feedback/confirm.tsx'
import { useWrite } from '../form/use-write.ts'
import css from './bulk-bar.module.css'
import { inSentence } from './condition-words.ts'
import { selectionOf } from './list-search.ts'
import type { PageReply } from './paging.ts'
import type { ListState } from './use-list.ts'

type Props<Row> = {
  state: ListState<Row>
  actions: BulkActions<Row>
  total: Pick<PageReply, 'total' | 'total_estimated'> | undefined
}

/** Actions on the selected rows or on all matching rows. */
export function BulkBar<Row>({ state, actions, total }: Props<Row>) {
  const { selected, select, search, list } = state
  const [isAll, setAll] = useState(false)
  const [pendingAction, setPendingAction] = useState<BulkAction<Row>>()
  const matching = total?.total ?? 0
  const mayTakeAll = matching > selected.size && actions.every(({ runAll }) => runAll)
  const about = total?.total_estimated ? 'about ' : ''
  const many = `${about}${formatNumber(matching)}`
  const clear = () => select(new Map())

  return (
    <div className={css.bar} role="toolbar" aria-label="Actions on the selected rows">
      <span role="status">
        {isAll ? (
          <>
            <strong>All {many}</strong> that match
          </>
        ) : (
          <>
            <strong>{formatNumber(selected.size)}</strong> selected
          </>
        )}
      </span>
      {mayTakeAll && (
        <button type="button" className={css.all} onClick={() => setAll(!isAll)}>
          {isAll ? `Only the ${formatNumber(selected.size)} selected` : `Select all ${many} that match`}
        </button>
      )}
      {actions.map((action) => (
        <PermissionGate key={action.label} permission={action.permission}>
          <Button
            variant={action.isDangerous ? 'danger' : 'plain'}
            busy={action.isPending ?? false}
            onClick={() => (isAll ? setPendingAction(action) : action.run([...selected.values()]))}
          >
            {action.label}
          </Button>
        </PermissionGate>
      ))}
      <Button variant="quiet" onClick={clear}>
        Clear
      </Button>
      {pendingAction?.runAll && (
        <ConfirmAll
          label={pendingAction.label}
          rows={inSentence(list.declaration.title)}
          many={many}
          run={async () => pendingAction.runAll?.(selectionOf(search), matching)}
          onDone={clear}
          onClose={() => setPendingAction(undefined)}
        />
      )}
    </div>
  )
}

type ConfirmProps = {
  label: string
  /** Plural of the rows: `tenders`. */
  rows: string
  /** The count as text. */
  many: string
  run: () => Promise<void>
  onDone: () => void
  onClose: () => void
}

/** Confirms an action on all matching rows, with their count. */
function ConfirmAll({ label, rows, many, run, onDone, onClose }: ConfirmProps) {
  const sent = () => {
    onDone()
    onClose()
  }
  const write = useWrite({ run, store: onDone, close: onClose, sent, showsError: true })
  return (
    <Confirm
      title={`${label} ${many} ${rows}?`}
      message="This includes rows on other pages. It runs in the background, and its file shows the result for each row."
      yes={`${label} ${many}`}
      busy={write.isPending}
      error={write.error}
      onYes={() => write.run()}
      onNo={onClose}
    />
  )
}

export type BulkAction<Row> = {
  label: string
  permission: Need
  isDangerous?: boolean
  isPending?: boolean
  run: (rows: readonly Row[]) => void
  /**
   * Runs the action on all matching rows as a background job. `count`: the confirmed count. The user can choose all
   * matching rows if every action has it.
   */
  runAll?: (selection: Selection, count: number) => Promise<void>
}

export type BulkActions<Row> = readonly BulkAction<Row>[]
