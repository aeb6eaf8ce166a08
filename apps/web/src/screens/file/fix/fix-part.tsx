import type { ImportPreview, TrackedFile } from '@backoffice/contract/endpoints/files'
import { fixEndpoints, type RowsToFix } from '@backoffice/contract/endpoints/fixes'
import { MAX_FIXED_CELLS } from '@backoffice/contract/fixes'
import { tableOf } from '@backoffice/contract/tables/tables'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { ErrorNotice, useLastingError } from '../../../kit/error-notice.tsx'
import { useDirty } from '../../../kit/form/dirty.ts'
import { plural } from '../../../kit/format-number.ts'
import { type Shortcut, useShortcuts } from '../../../kit/shortcuts/shortcuts.ts'
import { call } from '../../../net/call.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import {
  countFixed,
  type FixGridData,
  fieldAt,
  nextPlace,
  openPlaces,
  type Place,
  pastedChanges,
  problemAt,
  suggestionOf,
} from './fix-cells.ts'
import { undoneCells } from './fix-draft.ts'
import { FixFooter } from './fix-footer.tsx'
import { FixGrid, focusCell } from './fix-grid.tsx'
import { FixHead, FixNotices, FixSkeleton, KeyLegend } from './fix-head.tsx'
import css from './fix-part.module.css'
import { rowsToFixQuery } from './fix-query.ts'
import { columnsOf, FIRST, gridData, withinGrid } from './grid-data.ts'
import { IgnoredColumns } from './ignored-columns.tsx'
import { parseBlock } from './paste-block.ts'
import { openProblem, ProblemBanner, placeName } from './problem-banner.tsx'
import { NOT_IN_LIST, useCorrections } from './use-corrections.ts'
import { useRecheck } from './use-recheck.ts'

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
  onDraft: (hasDraft: boolean) => void
}

/** Rejected and warned rows in a grid, fixed in place and checked again. */
export function FixPart({ file, checking, preview, isHidden = false, onDraft }: Props) {
  const { category, source_filekey } = file
  const headingId = useId()
  const grid = useRef<HTMLTableElement>(null)
  const part = useRef<HTMLElement>(null)
  const footer = useRef<HTMLElement>(null)
  const [wanted, setActive] = useState(FIRST)
  const [live, say] = useState('')
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
  const columns = useMemo(() => columnsOf(category, reply?.fields ?? []), [category, reply])
  const showsWarned = wantsWarned ?? reply?.total_rejected === 0
  const data = useMemo(() => gridData(reply, showsWarned), [reply, showsWarned])
  const active = withinGrid(data, wanted)
  const open = useMemo(() => openPlaces(data, corrections), [data, corrections])
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
    say(
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

  function activate(place: Place) {
    setActive(place)
    const problem = openProblem(data, place, corrections)
    say(problem ? `${placeName({ data, columns, place })}: ${problem}${hint(data, place)}` : '')
  }

  function apply(cells: Parameters<typeof change>[0], said: (cells: number) => string) {
    const changed = change(cells)
    say(
      changed === undefined
        ? `At most ${plural(MAX_FIXED_CELLS, 'cell')} can be changed at a time. Re-check first.`
        : said(changed),
    )
  }

  function changeCell(place: Place, value: string | undefined, isUnlisted = false) {
    const row = data.rows[place.at]
    const field = fieldAt(data, place.column)
    if (!row || field === undefined) return
    if (value !== undefined)
      return apply([{ row: row.row_number, field, value, isUnlisted }], () =>
        isUnlisted ? `Changed. ${NOT_IN_LIST}.` : 'Changed.',
      )
    const isChanged = draft.rows.get(row.row_number)?.has(field)
    if (isChanged) return apply([{ row: row.row_number, field, value }], () => 'Change undone.')
    if (row.was[field] !== undefined)
      apply([{ row: row.row_number, field, value: null }], () => 'Fix undone.')
  }

  function paste(place: Place, text: string) {
    apply(pastedChanges(data, place, parseBlock(text)), (cells) => `Pasted ${plural(cells, 'cell')}.`)
  }

  function undoLast() {
    // Reverted in reverse order: the last one is the first that was changed.
    const first = undoneCells(draft).at(-1)
    if (!first) return say('Nothing to undo.')
    undo()
    const at = data.rows.findIndex(({ row_number }) => row_number === first.row)
    const place = { at, column: data.fields.indexOf(first.field) + 1 }
    if (at >= 0) {
      setActive(place)
      focusCell(grid.current, place)
    }
    say('Last change undone.')
  }

  function takeSuggestion() {
    const suggestion = suggestionOf(problemAt(data, active))
    const row = data.rows[active.at]
    const field = fieldAt(data, active.column)
    if (!suggestion || !row?.is_fixable || field === undefined) return say('There is no suggestion.')
    apply([{ row: row.row_number, field, value: suggestion.value }], () => 'Applied to 1 row.')
    focusCell(grid.current, active)
  }

  function goToProblem(step: 1 | -1) {
    const next = nextPlace(open, active, step)
    if (!next) return say('No row is left to fix.')
    activate(next)
    focusCell(grid.current, next)
  }

  async function loadCell(place: Place, signal: AbortSignal): Promise<string> {
    const row = data.rows[place.at]?.row_number ?? 0
    const field = fieldAt(data, place.column) ?? ''
    return (await call(fixEndpoints.cell, { body: { source_filekey, row, field }, signal })).value
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'F8' || event.defaultPrevented) return
    event.preventDefault()
    goToProblem(event.shiftKey ? -1 : 1)
  }

  const unsolved = useMemo(() => new Set(open.map(({ at }) => at)), [open])
  const isFixed = (at: number) => !unsolved.has(at) && draft.rows.has(data.rows[at]?.row_number ?? 0)
  return (
    <>
      <section
        ref={part}
        className={css.part}
        aria-labelledby={headingId}
        hidden={isHidden}
        onKeyDown={onKeyDown}
      >
        <FixHead
          id={headingId}
          reply={reply}
          fixed={counted.fixed}
          checking={checking}
          showsWarned={showsWarned}
          onWarned={setWantsWarned}
          onNext={open.length > 0 ? () => goToProblem(1) : undefined}
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
              onUse={takeSuggestion}
              onApply={(cells) => {
                apply(cells, (changed) => `Applied to ${plural(changed, 'row')}.`)
                focusCell(grid.current, active)
              }}
            />
            <div className={css.scroller}>
              <FixGrid
                {...{ data, columns, corrections, active, grid, isFixed, loadCell }}
                table={tableOf(category)}
                isReadOnly={isBusy}
                onActive={activate}
                onChange={changeCell}
                onPaste={paste}
                onUndo={undoLast}
                onSuggestion={takeSuggestion}
                onProblem={goToProblem}
              />
            </div>
            <KeyLegend />
          </>
        )}
        <span role="status" className="visually-hidden">
          {live}
        </span>
      </section>
      {!isHidden && (
        <FixFooter
          {...{ file, preview, footer }}
          {...(isSent ? { changed: 0, fixed: 0 } : counted)}
          isChecking={isBusy}
          onRecheck={() => reply && save.run({ version: reply.version, draft })}
          onBlocked={() => say(BLOCKED)}
        />
      )}
    </>
  )
}

const BLOCKED = 'Re-check the fixed rows first.'

/** How the suggestion of a problem is used by keyboard. */
function hint(data: FixGridData, place: Place): string {
  return suggestionOf(problemAt(data, place)) ? ' Alt Enter uses the suggestion.' : ''
}
