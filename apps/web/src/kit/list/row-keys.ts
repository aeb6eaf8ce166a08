import { keysOf } from '@backoffice/contract/objects'
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { isOfDialog, type Shortcut, useShortcuts } from '../shortcuts/shortcuts.ts'
import css from './data-table.module.css'

/** A key of a focused row, which replaces the table's own use of it. `run` receives the element of the row. */
export type RowKey = { key: string; label: string; run: (row: HTMLElement) => void }

type RowStep = 'next' | 'previous' | 'first' | 'last' | 'select' | 'menu' | 'open'

/** Keys of a focused row, as the table handles them and the list of shortcuts shows them. */
const ROW_KEYS: readonly { step: RowStep; keys: readonly string[]; shown: string; label: string }[] = [
  { step: 'next', keys: ['ArrowDown', 'j'], shown: '↓ j', label: 'Next row' },
  { step: 'previous', keys: ['ArrowUp', 'k'], shown: '↑ k', label: 'Previous row' },
  { step: 'first', keys: ['Home'], shown: 'Home', label: 'First row' },
  { step: 'last', keys: ['End'], shown: 'End', label: 'Last row' },
  // The row's link or button handles it.
  { step: 'open', keys: [], shown: 'Enter', label: 'Open the row' },
  { step: 'select', keys: ['x'], shown: 'x', label: 'Select the row' },
  { step: 'menu', keys: ['m'], shown: 'm', label: 'Actions of the row' },
]

export function rowStep(key: string): RowStep | undefined {
  return ROW_KEYS.find(({ keys }) => keys.includes(key))?.step
}

/** Index of the row that a step leads to, also beyond the ends; undefined for other steps. */
export function rowAt(step: RowStep, { from, count }: { from: number; count: number }): number | undefined {
  const places: Partial<Record<RowStep, number>> = {
    next: from + 1,
    previous: from - 1,
    first: 0,
    last: count - 1,
  }
  return places[step]
}

type Has = { open: boolean; select: boolean; menu: boolean }

/** Listed shortcuts of a table. `more`: its additional keys. */
export function rowShortcuts(has: Has, more: readonly RowKey[] = []): Shortcut[] {
  const missing: readonly RowStep[] = keysOf(has).filter((step) => !has[step])
  const isFree = (shown: string) => !more.some(({ key }) => key === shown)
  const own = ROW_KEYS.filter(({ step }) => !missing.includes(step))
  return [
    ...own.map(({ shown, label }) => ({ keys: shown.split(' ').filter(isFree).join(' '), label })),
    ...more.map(({ key, label }) => ({ keys: key, label })),
  ].flatMap((each) => (each.keys ? { ...each, group: 'Rows' } : []))
}

/** Focuses the link or button of a row, or the row itself without one. */
export function focusRow(tr: HTMLElement): void {
  ;(leadOf(tr) ?? tr).focus()
}

/** The row's link, or the button that opens it in place. */
export const leadOf = (tr: Element | null) => tr?.querySelector<HTMLElement>(`.${css.open} > :is(a, button)`)

type Props = {
  /** The part of the page that scrolls the table. */
  scroll: RefObject<HTMLElement | null>
  has: { select: boolean; menu: boolean }
  /** Additional keys of rows, which need a row with the focus. */
  rowKeys: readonly RowKey[] | undefined
  /** Text that the rows were searched for. */
  searched: string
  /** True after the rows of the current search have arrived. */
  isCurrent: boolean
}

/**
 * Keys of rows while no row has the focus. They go to the row that Tab reaches. Arrow down and Enter in the search
 * field go to the results.
 */
export function usePageRowKeys({ scroll, has, rowKeys, searched, isCurrent }: Props): void {
  const requested = useRef<string>(undefined)

  const letters = ['j', 'k', ...(has.select ? ['x'] : []), ...(has.menu ? ['m'] : [])]
    .filter((letter) => !rowKeys?.some(({ key }) => key === letter))
    .join('')
  const shortcuts = useMemo(
    () =>
      [...letters].map(
        (keys): Shortcut => ({
          keys,
          label: '',
          group: 'Rows',
          // The rows list their keys.
          isAvailable: () => false,
          run: () => isFirst(scroll.current) && sendToRow(scroll.current, keys),
        }),
      ),
    [letters, scroll],
  )
  useShortcuts(shortcuts)

  /** Moves from the search field to the first row of its result; the field keeps the focus without one. */
  const goToResult = useEffectEvent(() => {
    const field = document.activeElement
    if (requested.current === undefined || requested.current !== searched || !isCurrent) return
    const isSame = field instanceof HTMLInputElement && field.value.trim() === requested.current
    requested.current = undefined
    const [first] = rowsIn(scroll.current)
    if (isSame && first) focusRow(first)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values that the event reads.
  useEffect(goToResult, [searched, isCurrent])

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return
    if (!(target instanceof HTMLElement) || isOfDialog(target)) return
    const page = scroll.current?.closest('[data-fills]')
    if (!page) return
    const isSearch = target.matches('input[type=search]') && page.contains(target)
    if (isSearch && key === 'Enter' && target instanceof HTMLInputElement) {
      requested.current = target.value.trim()
      goToResult()
      return
    }
    const isMove = isSearch ? key === 'ArrowDown' : isInert(target) && MOVES.includes(key)
    if (event.defaultPrevented || !isMove) return
    if (sendToRow(scroll.current, key)) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Enter only focuses the row, because no user opens one that is not marked. */
const MOVES = ['ArrowDown', 'ArrowUp', 'Home', 'End', 'Enter']

/** True for the page and its heading, which have no use for the keys. */
const isInert = (target: HTMLElement) => target.matches('body, main, h1')

/** The keys go to the first table of a page with several. */
const isFirst = (scroll: HTMLElement | null) => document.querySelector(`.${css.scroll}`) === scroll

const rowsIn = (scroll: HTMLElement | null) => [
  ...(scroll?.querySelectorAll<HTMLElement>('tr[data-id]') ?? []),
]

/** Focuses the row that Tab reaches, or the first or last one, and passes on a key that acts on a row. */
function sendToRow(scroll: HTMLElement | null, key: string): boolean {
  const rows = rowsIn(scroll)
  const step = rowStep(key)
  const row =
    step === 'first'
      ? rows[0]
      : step === 'last'
        ? rows.at(-1)
        : rows.find((each) => each.matches('[tabindex="0"], :has([tabindex="0"])'))
  if (!row) return false
  focusRow(row)
  if (step === 'select' || step === 'menu')
    document.activeElement?.dispatchEvent(
      new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    )
  return true
}

/** Scrolls the row of the open record into view, also after its table takes another size next to the record. */
export function useCurrentRow(scroll: RefObject<HTMLElement | null>, currentId: string | undefined): void {
  useEffect(() => {
    const table = scroll.current?.querySelector('table')
    if (currentId === undefined || !table) return
    const sizes = new ResizeObserver(() =>
      table.querySelector('tr[aria-current]')?.scrollIntoView({ block: 'nearest' }),
    )
    sizes.observe(table)
    return () => sizes.disconnect()
  }, [scroll, currentId])
}
