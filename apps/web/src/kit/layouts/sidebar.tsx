import { type ReactNode, useId } from 'react'
import css from './sidebar.module.css'

type Props = {
  label: string
  /** Items are list items with a `sidebarLink`. */
  groups: readonly { label: string; heading?: ReactNode; items: ReactNode }[]
}

export function SidebarGroups({ label, groups }: Props) {
  const id = useId()
  return (
    <nav className={css.nav} aria-label={label}>
      {groups.map((group) => (
        <section key={group.label} aria-labelledby={`${id}-${group.label}`}>
          <h2 id={`${id}-${group.label}`} className={css.group}>
            {group.heading ?? group.label}
          </h2>
          <ul>{group.items}</ul>
        </section>
      ))}
    </nav>
  )
}

/** A heading that links to the screen of its group. */
export const headingLink = { className: css.heading } as const

export const sidebarLink = { className: css.item } as const
