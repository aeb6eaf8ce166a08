import { type RefObject, useEffect, useRef } from 'react'
import { focusRow } from '../../kit/list/row-focus.ts'

/**
 * Keeps the focus in the list when a refresh removes the focused row: it moves to the row that is now at its place.
 * `rows`: the shown rows.
 */
export function useKeptFocus(element: RefObject<HTMLElement | null>, rows: unknown): void {
  const last = useRef<{ id: string; at: number }>(undefined)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const rowsOf = () => [...current.querySelectorAll<HTMLElement>('tr[data-id]')]
    const remember = ({ target }: FocusEvent) => {
      const at = rowsOf().findIndex((row) => target instanceof Node && row.contains(target))
      const id = rowsOf()[at]?.dataset.id
      last.current = id === undefined ? undefined : { id, at }
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
    const next = trs[Math.min(before.at, trs.length - 1)]
    if (next) focusRow(next)
  }, [element, rows])
}
