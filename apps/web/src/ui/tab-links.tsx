import { type ReactNode, useEffect, useRef } from 'react'
import css from './tabs.module.css'

/** Links to related screens that look like tabs; spread `tabLink` on each link. Scrolls to the current one. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null)
  const shown = useRef<Element>(null)
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current]') ?? null
    if (nav.current && current !== shown.current) scrollToCurrent(nav.current)
    shown.current = current
  })
  useEffect(() => {
    const { current } = nav
    if (!current) return
    // WebKit keeps the scroll position of tabs that fit again.
    const sizes = new ResizeObserver(() => scrollToCurrent(current))
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [])
  return (
    <nav ref={nav} aria-label={label} className={css.tabs}>
      {children}
    </nav>
  )
}

/** Scrolls horizontally only, because `scrollIntoView` would also move the page. */
function scrollToCurrent(nav: HTMLElement): void {
  const current = nav.querySelector('[aria-current]')
  if (!current) return
  const { left, right } = nav.getBoundingClientRect()
  const box = current.getBoundingClientRect()
  if (box.left < left) nav.scrollLeft += box.left - left
  else if (box.right > right) nav.scrollLeft += box.right - right
}

/** Number next to the label of a tab. */
export function TabCount({ children }: { children: ReactNode }) {
  return <span className={css.count}> {children}</span>
}

export const tabLink = { className: css.tab } as const
