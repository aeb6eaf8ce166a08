import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { isOfDialog, type Shortcut, useShortcuts } from '../shortcuts/shortcuts.ts'
import css from './data-table.module.css'
import { focusRow } from './row-focus.ts'
import { type RowKey, rowStep } from './row-keys.ts'

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
 * Keys of rows while no row has the focus: they go to the row that Tab reaches. Arrow down and Enter in the search
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

/** Enter only focuses the row: no user opens one that is not marked. */
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
