import type { ReactNode } from 'react'
import css from './table.module.css'

type Props = {
  label: string
  busy?: boolean
  /** True if nothing inside is focusable, so the table takes the focus for keyboard scrolling. */
  plain?: boolean
  children: ReactNode
}

/** A table that scrolls horizontally on narrow screens, where it fades out at the right. */
export function Table({ label, busy = false, plain = false, children }: Props) {
  return (
    <div
      ref={scrollCue}
      className={css.scroll}
      data-busy={busy || undefined}
      {...(plain && { tabIndex: 0, role: 'group', 'aria-label': label })}
    >
      <div className={css.clip}>
        <table className={css.table} aria-label={label} aria-busy={busy || undefined}>
          {children}
        </table>
      </div>
    </div>
  )
}

export const numeric = { className: css.numeric } as const
export const code = { className: css.code } as const
export const second = { className: css.second } as const
export const wide = { className: css.wide } as const

/** `--height-row`: the Content Security Policy allows no style attribute in a prerendered frame. */
const ROW_PX = 35

/** Placeholder for loading rows, a single row with the height of all, because it is part of every page. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return (
    <tr className={css.skeletons}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells without identity
        <td key={column}>
          <svg className={css.skeleton} data-width={column % 3} height={rows * ROW_PX} aria-hidden="true" />
        </td>
      ))}
    </tr>
  )
}

/**
 * Ref of an element that scrolls horizontally. Marks it with `data-cut` while it hides columns at its right, which then
 * fade out (base.css).
 */
export function scrollCue(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const update = () => {
    const hiddenPx = element.scrollWidth - element.clientWidth - element.scrollLeft
    element.toggleAttribute('data-cut', hiddenPx > 1)
  }
  const sizes = new ResizeObserver(update)
  sizes.observe(element)
  if (element.firstElementChild) sizes.observe(element.firstElementChild)
  element.addEventListener('scroll', update, { passive: true })
  return () => {
    sizes.disconnect()
    element.removeEventListener('scroll', update)
  }
}
