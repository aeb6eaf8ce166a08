import { type ReactNode, useId } from 'react'
import css from './sidebar.module.css'

type Props = {
  label: string
  /** The items are list items, each with a link that takes `sidebarLink`. */
  groups: readonly { label: string; items: ReactNode }[]
}

export function SidebarGroups({ label, groups }: Props) {
  const id = useId()
  return (
    <nav className={css.nav} aria-label={label}>
      {groups.map((group) => (
        <section key={group.label} aria-labelledby={`${id}-${group.label}`}>
          <h2 id={`${id}-${group.label}`} className={css.group}>
            {group.label}
          </h2>
          <ul>{group.items}</ul>
        </section>
      ))}
    </nav>
  )
}

export const sidebarLink = { className: css.item } as const
