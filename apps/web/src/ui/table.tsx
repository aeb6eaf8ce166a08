import type { ReactNode } from 'react'
import css from './table.module.css'

type Props = {
  label: string
  busy?: boolean
  /** Nothing inside takes the focus, so the table itself must, to be scrolled with the keyboard. */
  plain?: boolean
  children: ReactNode
}

/** A real table that scrolls sideways on its own when the screen is narrow. */
export function Table({ label, busy = false, plain = false, children }: Props) {
  return (
    <div
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

/** Placeholders for the rows that are loading. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells without identity
        <td key={column}>
          <span className={css.skeleton} data-width={(row * 3 + column * 5) % 4} />
        </td>
      ))}
    </tr>
  ))
}
