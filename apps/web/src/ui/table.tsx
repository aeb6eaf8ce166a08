import type { ReactNode } from 'react'
import css from './table.module.css'

type Props = { label: string; busy?: boolean; children: ReactNode }

/** A real table that scrolls sideways on its own when the screen is narrow; reachable by keyboard for that. */
export function Table({ label, busy = false, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to take the focus to be scrolled
    <section className={css.scroll} aria-label={label} tabIndex={0} data-busy={busy || undefined}>
      <table className={css.table} aria-label={label} aria-busy={busy || undefined}>
        {children}
      </table>
    </section>
  )
}

export const numeric = { className: css.numeric } as const
export const code = { className: css.code } as const
export const second = { className: css.second } as const
export const wide = { className: css.wide } as const

/** Rows in the shape of those to come. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells without identity
        <td key={column}>
          <span className={css.bone} data-width={(row * 3 + column * 5) % 4} />
        </td>
      ))}
    </tr>
  ))
}
