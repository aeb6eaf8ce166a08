import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'
import css from './sidebar.module.css'

type Group = {
  label: string
  /** List items with a `sidebarLink`. */
  items: ReactNode
  isClosed?: boolean
  /** Collapses the group or opens it; without it the group stays open. */
  onToggle?: (() => void) | undefined
}

type Props = {
  label: string
  groups: readonly Group[]
  /** Path of the marked item, which is scrolled into view. */
  current?: string
  /** True if the sidebar was opened over the screen. */
  isOpen?: boolean
}

export function SidebarGroups({ label, groups, current, isOpen }: Props) {
  const id = useId()
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item is marked, or the sidebar has a size.
  useEffect(() => {
    const { current: list } = nav
    // Where the list has its full height, as in a sample, this would scroll the page.
    if (!list || list.scrollHeight <= list.clientHeight) return
    list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current, isOpen])
  return (
    <nav ref={nav} className={css.nav} aria-label={label}>
      {groups.map(({ label, items, isClosed = false, onToggle }) => (
        <section key={label} aria-labelledby={`${id}-${label}`}>
          <div className={css.group}>
            <h2 id={`${id}-${label}`}>{label}</h2>
            {onToggle && (
              <button
                type="button"
                aria-expanded={!isClosed}
                aria-controls={`${id}-${label}-items`}
                aria-label={`Screens of ${label}`}
                onClick={onToggle}
              >
                <Icon name={isClosed ? 'next' : 'open'} size={14} />
              </button>
            )}
          </div>
          <ul id={`${id}-${label}-items`} hidden={isClosed}>
            {items}
          </ul>
        </section>
      ))}
    </nav>
  )
}

export const sidebarLink = { className: css.item } as const
