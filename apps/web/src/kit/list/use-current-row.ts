import { type RefObject, useEffect } from 'react'

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
