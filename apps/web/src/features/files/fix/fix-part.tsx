import type { ImportPreview, TrackedFile } from '@backoffice/contract/files'
import type { RowsToFix } from '@backoffice/contract/fixes'
import { tableOf } from '@backoffice/contract/tables/tables'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ErrorNotice, useLastingError } from '../../../kit/feedback/error-notice.tsx'
import { useDirty } from '../../../kit/form/dirty.ts'
import { plural } from '../../../kit/format/format-number.ts'
import { type Shortcut, useShortcuts } from '../../../kit/shortcuts/shortcuts.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useProblemKeys } from '../use-problem-keys.ts'
import { countFixed, openPlaces } from './fix-cells.ts'
import { FixGrid, focusCell } from './fix-grid.tsx'
import { FixFooter, FixHead, FixNotices, FixSkeleton, IgnoredColumns, KeyLegend } from './fix-head.tsx'
import css from './fix-part.module.css'
import { columnsOf, FIRST, gridData, rowsToFixQuery } from './grid-data.ts'
import { ProblemBanner } from './problem-banner.tsx'
import { useCorrections, useRecheck } from './use-corrections.ts'
import { useGridActions } from './use-grid-actions.ts'

const SHORTCUTS: readonly Shortcut[] = [
  { keys: 'F8', label: 'Next error', group: 'This screen' },
  { keys: 'Shift+F8', label: 'Previous error', group: 'This screen' },
  { keys: 'Enter', label: 'Edit or save a cell', group: 'This screen' },
  { keys: 'Esc', label: 'Undo the change of a cell', group: 'This screen' },
  { keys: 'mod+z', label: 'Undo the last change', group: 'This screen' },
  { keys: 'mod+v', label: 'Paste a block of cells', group: 'This screen' },
  { keys: 'Alt+Enter', label: 'Use the suggestion', group: 'This screen' },
]

type Props = {
  /** The file as of its last check. */
  file: TrackedFile
  /** Set while its rows are checked again. */
  checking: TrackedFile | undefined
  preview?: ImportPreview | undefined
  /** True while another tab is shown. The draft stays. */
  isHidden?: boolean
  /** Set while the first problem is to get the focus, until `onStarted`. */
  startsAtProblem?: boolean
  onStarted?: () => void
  onDraft: (hasDraft: boolean) => void
}

/** Rejected and warned rows in a grid, fixed in place and checked again. */
export function FixPart({ file, checking, preview, isHidden = false, onDraft, ...props }: Props) {
  const { startsAtProblem = false, onStarted } = props
  const { category, source_filekey } = file
  const headingId = useId()
  const grid = useRef<HTMLTableElement>(null)
  const part = useRef<HTMLElement>(null)
  const footer = useRef<HTMLElement>(null)
  const [isSent, setSent] = useState(false)
  const [dropped, setDropped] = useState(0)
  const [wantsWarned, setWantsWarned] = useState<boolean>()
  const query = useQuery({
    ...rowsToFixQuery(file),
    enabled: checking === undefined,
    placeholderData: keepPreviousData,
  })
  const { data: reply, error, isFetching, isPlaceholderData, refetch } = query
  const lastingError = useLastingError({ error, data: reply })
  const { corrections, change, undo, clear, keepListed } = useCorrections(category, reply)
  const { draft } = corrections
  const columns = useMemo(() => columnsOf(category, reply), [category, reply])
  const showsWarned = wantsWarned ?? reply?.total_rejected === 0
  const data = useMemo(() => gridData(reply, showsWarned), [reply, showsWarned])
  const open = useMemo(() => openPlaces(data, corrections), [data, corrections])
  const actions = useGridActions({ file, data, columns, open, grid, corrections, change, undo })
  const { active, setActive, announce } = actions
  const counted = useMemo(() => countFixed(data, corrections), [data, corrections])
  const isDirty = draft.rows.size > 0 && !isSent
  useDirty(isDirty, true)
  useShortcuts(SHORTCUTS)
  const reportDraft = useEffectEvent(onDraft)
  useEffect(() => reportDraft(isDirty), [isDirty])

  const save = useRecheck(source_filekey, () => setSent(true))
  const isBusy = save.isPending || isSent || checking !== undefined

  // Runs before the next effect, so that it sees the rows that the effect has requested the focus for.
  const wantsFocus = useRef(false)
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    const { activeElement } = document
    const isElsewhere =
      activeElement !== document.body && !part.current?.parentElement?.contains(activeElement)
    if (isHidden || isElsewhere) return
    if (open.length > 0) return focusCell(grid.current, active)
    const buttons = footer.current?.querySelectorAll('button')
    buttons?.[buttons.length - 1]?.focus()
  })

  const takeRows = useEffectEvent((rows: RowsToFix, isFirst: boolean) => {
    const places = openPlaces(gridData(rows, wantsWarned ?? rows.total_rejected === 0), {
      draft: { rows: new Map(), history: [] },
      messages: new Map(),
    })
    if (isFirst || isSent) setActive(places[0] ?? FIRST)
    if (isFirst) return
    if (!isSent) {
      const listed = new Set(rows.rows.map(({ row_number }) => row_number))
      setDropped([...draft.rows.keys()].filter((row) => !listed.has(row)).length)
      return keepListed(rows)
    }
    clear()
    setSent(false)
    setDropped(0)
    wantsFocus.current = true
    announce(
      rows.total_rejected > 0
        ? `Checked. ${plural(rows.total_rejected, 'row')} left to fix.`
        : `Checked. Nothing is left to fix.`,
    )
  })
  const taken = useRef<RowsToFix>(undefined)
  useEffect(() => {
    if (!reply || isPlaceholderData || taken.current === reply) return
    const isFirst = taken.current === undefined
    taken.current = reply
    takeRows(reply, isFirst)
  }, [reply, isPlaceholderData])

  useProblemKeys(!isHidden && data.rows.length > 0, actions.enterProblem)
  const start = useEffectEvent(() => {
    onStarted?.()
    actions.focusFirstProblem()
  })
  const isStarting = startsAtProblem && !isHidden && reply !== undefined
  useEffect(() => {
    if (isStarting) start()
  }, [isStarting])

  /** The rows follow the rejected ones, out of sight, so the focus goes to the first of them. */
  function showWarned(shows: boolean) {
    const { rows, fields } = gridData(reply, shows)
    const index = rows.findIndex(({ outcome }) => outcome === 'warned')
    const place = { index, column: fields.indexOf(rows[index]?.problems[0]?.field ?? '') + 1 }
    flushSync(() => {
      setWantsWarned(shows)
      if (index >= 0) setActive(place)
    })
    if (index >= 0) focusCell(grid.current, place)
  }

  const unsolved = useMemo(() => new Set(open.map(({ index }) => index)), [open])
  const isFixed = (index: number) => !unsolved.has(index) && draft.rows.has(data.rows[index]?.row_number ?? 0)
  return (
    <>
      <section ref={part} className={css.part} aria-labelledby={headingId} hidden={isHidden}>
        <FixHead
          id={headingId}
          file={file}
          reply={reply}
          fixed={counted.fixed}
          checking={checking}
          showsWarned={showsWarned}
          onWarned={showWarned}
          onNext={open.length > 0 ? () => actions.ofGrid.onProblem(1) : undefined}
        />
        <FixNotices error={save.error} dropped={dropped} />
        <IgnoredColumns file={file} />
        {lastingError && !checking ? (
          <ErrorNotice what="The rows" error={lastingError} busy={isFetching} onRetry={refetch} />
        ) : !reply ? (
          <FixSkeleton />
        ) : data.rows.length === 0 ? (
          <EmptyState title="Nothing to fix">
            {preview ? 'Every row can be imported.' : 'Every row can be looked up.'}
          </EmptyState>
        ) : (
          <>
            <ProblemBanner
              {...{ data, columns, corrections }}
              place={active}
              isReadOnly={isBusy}
              onUse={actions.ofGrid.onSuggestion}
              onApply={actions.takeAlike}
            />
            <div className={css.scroller}>
              <FixGrid
                {...{ data, columns, corrections, active, grid, isFixed }}
                {...actions.ofGrid}
                table={tableOf(category)}
                isReadOnly={isBusy}
                onActive={actions.activate}
              />
            </div>
            <KeyLegend />
          </>
        )}
        <span role="status" className="visually-hidden">
          {actions.message}
        </span>
      </section>
      {!isHidden && (
        <FixFooter
          {...{ file, preview, footer }}
          {...(isSent ? { changed: 0, fixed: 0 } : counted)}
          isChecking={isBusy}
          onRecheck={() => reply && save.run({ version: reply.version, draft })}
          onBlocked={() => announce(BLOCKED)}
        />
      )}
    </>
  )
}

const BLOCKED = 'Re-check the fixed rows first.'
