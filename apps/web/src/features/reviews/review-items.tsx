import {
  RECENT_USE_DAYS,
  type Review,
  type ReviewDecision,
  type ReviewItem,
  reviewEndpoints,
} from '@backoffice/contract/reviews'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { useWrite } from '../../kit/form/use-write.ts'
import { plural } from '../../kit/format/format-number.ts'
import { useLazyPart } from '../../kit/lazy/use-lazy.tsx'
import { BulkBar } from '../../kit/list/bulk-bar.tsx'
import { ListBody } from '../../kit/list/list-body.tsx'
import { ListFrame } from '../../kit/list/list-page.tsx'
import { ListToolbar } from '../../kit/list/list-toolbar.tsx'
import { focusRow } from '../../kit/list/row-keys.ts'
import { useList, withoutFilter } from '../../kit/list/use-list.ts'
import { call } from '../../net/call.ts'
import { Button } from '../../ui/button.tsx'
import { CountChips } from '../../ui/count-chips.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { DECISION_KEYS, useBulkDecisions } from './decision-controls.tsx'
import { type Deciding, DecidingContext } from './decisions.ts'
import { ItemDetail } from './item-detail.tsx'
import css from './items.module.css'
import { itemsList } from './items-list.tsx'
import { itemsQuery, refreshReviews, storeReview } from './reviews-queries.ts'

const loadForm = async () => (await import('./decision-form.tsx')).DecisionForm

/** The details of an item, also with the form of a decision. */
type RowContent = 'detail' | ReviewDecision

type View = ReviewDecision | 'UNDECIDED' | undefined

/** Items of a review, with the decision of each. `above` is shown above the list. */
export function ReviewItems({ review, above }: { review: Review; above: ReactNode }) {
  const { status, use_recorded_since, counts } = review
  const list = useMemo(() => itemsList({ status, use_recorded_since }), [status, use_recorded_since])
  const { query, ...all } = useList(list)
  const state = withoutFilter(all, 'decision')
  const result = useQuery({ ...itemsQuery(review, query), placeholderData: keepPreviousData })
  const [opened, setOpened] = useState<ReadonlyMap<string, RowContent>>(new Map())
  const table = useRef<HTMLDivElement>(null)
  useKeptFocus(table, result.data?.items)
  const bulk = useBulkDecisions(review, () => state.select(new Map()))

  const open = (id: string, as: RowContent | undefined) =>
    setOpened((before) => {
      const next = new Map(before)
      if (as) next.set(id, as)
      else next.delete(id)
      return next
    })
  const deciding: Deciding = {
    review,
    askReason: open,
    closeForm(id) {
      open(id, undefined)
      const row = table.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`)
      if (row) focusRow(row)
    },
  }

  const canDecide = review.may_decide && status === 'OPEN'
  // Loaded in advance, so that a key can open it at once, but after the items.
  const [DecisionForm, failure] = useLazyPart('The form', loadForm, canDecide)
  const view = viewOf(all.search.filters?.decision?.in?.[0])
  const { filters } = all.search
  return (
    <DecidingContext value={deciding}>
      <ListFrame
        title={list.declaration.title}
        above={
          <>
            {above}
            <div className={css.tools}>
              <CountChips<View>
                label="Items by decision"
                value={view}
                onChange={(next) => all.change({ filters: { ...filters, decision: next && { in: [next] } } })}
                chips={[
                  { value: undefined, label: 'All', count: counts.total },
                  { value: 'UNDECIDED', label: 'Undecided', count: counts.undecided },
                  { value: 'KEEP', label: 'Keep', count: counts.kept },
                  { value: 'REMOVE', label: 'Remove', count: counts.removed },
                ]}
              />
              {canDecide && <KeepUsed review={review} />}
            </div>
            <ListToolbar state={state} searchLabel="User or permission" />
          </>
        }
      >
        <div ref={table} className={css.items}>
          <ListBody
            {...{ state, result }}
            fills
            selectable={canDecide}
            opened={{
              ids: new Set(opened.keys()),
              onToggle: (id) => open(id, opened.has(id) ? undefined : 'detail'),
            }}
            rowKeys={canDecide ? DECISION_KEYS : undefined}
            detail={(item: ReviewItem) => {
              const decision = opened.get(item.id)
              return (
                <>
                  {decision !== 'detail' &&
                    decision &&
                    (DecisionForm ? <DecisionForm key={decision} {...{ item, decision }} /> : failure)}
                  <ItemDetail item={item} />
                </>
              )
            }}
            note={canDecide && <Keys />}
            empty={<NoItems view={view} />}
          >
            {canDecide && <BulkBar state={state} actions={bulk.actions} total={result.data} />}
          </ListBody>
        </div>
        {bulk.dialog}
      </ListFrame>
    </DecidingContext>
  )
}

const viewOf = (value: string | undefined): View =>
  (['UNDECIDED', 'KEEP', 'REMOVE'] as const).find((each) => each === value)

function Keys() {
  return (
    <p className={css.keys}>
      Saved as you decide. <Kbd keys="K" /> keep <Kbd keys="R" /> remove <Kbd keys="↓" /> next
    </p>
  )
}

const NOTHING: Readonly<Record<NonNullable<View>, string>> = {
  UNDECIDED: 'Every item is decided',
  KEEP: 'No items to keep yet',
  REMOVE: 'No items to remove yet',
}

function NoItems({ view }: { view: View }) {
  if (view) return <EmptyState title={NOTHING[view]}>Choose All to see the other items.</EmptyState>
  return (
    <EmptyState title="Nothing to review">
      No user had access of this scope when the review started.
    </EmptyState>
  )
}

/** Keeps exactly the undecided items that it counts. The server refuses if they have changed. */
function KeepUsed({ review: { id, used_recently } }: { review: Review }) {
  const { count } = used_recently
  const { run, isPending } = useWrite({
    run: () => call(reviewEndpoints.keepUsed, { params: { id }, body: { used_recently } }),
    successText: `Kept: ${plural(count, 'item')} used in the last ${RECENT_USE_DAYS} days`,
    store: storeReview,
    refresh: refreshReviews,
  })
  if (count === 0) return null
  return (
    <PermissionGate permission="review:decide">
      <Button icon={<Icon name="check" />} busy={isPending} onClick={() => run()}>
        Keep {formatNumber(count)} used in the last {RECENT_USE_DAYS} days
      </Button>
    </PermissionGate>
  )
}

/**
 * Keeps the focus in the list when a refresh removes the focused row, by moving it to the row that takes its place.
 * `rows` are the shown rows.
 */
function useKeptFocus(element: RefObject<HTMLElement | null>, rows: unknown): void {
  const last = useRef<{ id: string; index: number }>(undefined)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const rowsOf = () => [...current.querySelectorAll<HTMLElement>('tr[data-id]')]
    const remember = ({ target }: FocusEvent) => {
      const index = rowsOf().findIndex((row) => target instanceof Node && row.contains(target))
      const id = rowsOf()[index]?.dataset.id
      last.current = id === undefined ? undefined : { id, index }
    }
    current.addEventListener('focusin', remember)
    return () => current.removeEventListener('focusin', remember)
  }, [element])
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the rows
  useEffect(() => {
    const { current: before } = last
    if (!before || document.activeElement !== document.body) return
    const trs = [...(element.current?.querySelectorAll<HTMLElement>('tr[data-id]') ?? [])]
    if (trs.some(({ dataset }) => dataset.id === before.id)) return
    const next = trs[Math.min(before.index, trs.length - 1)]
    if (next) focusRow(next)
  }, [element, rows])
}
