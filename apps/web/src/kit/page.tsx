import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { OpenPath } from '@backoffice/contract/screens'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useUser } from '../session/store.ts'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from './layouts/page-head.tsx'
import { LayoutTabs } from './layouts/tabs.tsx'
import { setMenu } from './menu.ts'
import { Bell } from './notifications/bell.tsx'
import css from './page.module.css'
import { PaletteButton } from './palette/palette-host.tsx'

export type Crumb = { label: string; to?: OpenPath }

type Props = {
  title: string
  /** The way here; the title itself is added at its end. */
  crumbs: readonly Crumb[]
  badge?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** One screen beside the sidebar: where one is, its heading and actions, and what it is about. */
export function Page({ title, crumbs, badge, actions, children }: Props) {
  return (
    <>
      <title>{`${maskCardNumbers(title)} · Backoffice`}</title>
      <header className={css.bar}>
        <button type="button" className={css.menu} aria-label="Open menu" onClick={() => setMenu(true)}>
          <Icon name="menu" />
        </button>
        <nav className={css.crumbs} aria-label="Breadcrumb">
          <ol>
            {crumbs.map((crumb) => (
              <li key={crumb.label}>{crumb.to ? <Link to={crumb.to}>{crumb.label}</Link> : crumb.label}</li>
            ))}
            <li aria-current="page">{title}</li>
          </ol>
        </nav>
        <PaletteButton />
        <Bell />
        <Avatar />
      </header>
      <main id="content" className={css.page} tabIndex={-1}>
        <PageHead heading={<h1 tabIndex={-1}>{title}</h1>} badge={badge} actions={actions} />
        <LayoutTabs />
        {children}
      </main>
    </>
  )
}

function Avatar() {
  const { name, email } = useUser()
  const initials = (name || email)
    .split(/[ .@]/)
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('')
  return (
    <span className={css.avatar} title={email} aria-hidden="true">
      {initials.toUpperCase()}
    </span>
  )
}
