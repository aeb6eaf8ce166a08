import { maskCardNumbers } from '@backoffice/contract/card-number'
import { type Layout, type OpenPath, screenAt } from '@backoffice/contract/screens'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useUser } from '../../session/store.ts'
import { Icon } from '../../ui/icon.tsx'
import { TabLinks, tabLink } from '../../ui/tab-links.tsx'
import { ScreenGate } from '../access/permission-gate.tsx'
import { routePath, tabsFor } from '../navigation/navigation.ts'
import { useOpenRecord } from '../navigation/open-record.ts'
import { useHeaderStatus } from '../navigation/shell-state.ts'
import { Bell } from '../notifications/bell.tsx'
import { PaletteButton } from '../palette/palette-host.tsx'
import css from './page.module.css'
import { PageHead } from './page-head.tsx'
import { setMenu } from './shell.tsx'

export type Crumb = { label: string; to?: OpenPath; search?: Readonly<Record<string, string>> }

type Props = {
  title: string
  /** Breadcrumbs without the title, which is added at the end. */
  crumbs: readonly Crumb[]
  badge?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The frame of a screen: breadcrumbs, heading, actions and tabs. */
export function Page({ title, crumbs, badge, actions, children }: Props) {
  const record = useOpenRecord(({ open }) => open)
  const status = useHeaderStatus()
  const document = record ? `${record.title} · ${title}` : title
  return (
    <>
      <title>{`${maskCardNumbers(document)} · Backoffice`}</title>
      <header className={css.bar}>
        <button type="button" className={css.menu} aria-label="Open menu" onClick={() => setMenu(true)}>
          <Icon name="menu" />
        </button>
        <nav className={css.crumbs} aria-label="Breadcrumb">
          <ol>
            {crumbs.map((crumb) => (
              <li key={crumb.label}>
                {crumb.to ? (
                  <Link to={routePath(crumb.to)} search={crumb.search ?? {}}>
                    {crumb.label}
                  </Link>
                ) : (
                  crumb.label
                )}
              </li>
            ))}
            {record && (
              <li>
                <Link {...record.back}>{title}</Link>
              </li>
            )}
            <li aria-current="page">{record?.title ?? title}</li>
          </ol>
        </nav>
        {status}
        <PaletteButton />
        <Bell />
        <Avatar />
      </header>
      <main id="content" className={css.page} tabIndex={-1} data-with-record={record?.width}>
        <PageHead heading={<h1 tabIndex={-1}>{title}</h1>} badge={badge} actions={actions} />
        <LayoutTabs />
        {children}
      </main>
    </>
  )
}

const TABS_LABEL: Partial<Record<Layout, string>> = { lookup: 'Lookup tables', users: 'Access' }

/** Tabs of the current path's layout, if it has any. */
function LayoutTabs() {
  const user = useUser()
  const layout = useLocation({ select: ({ pathname }) => screenAt(pathname)?.layout ?? 'default' })
  const tabs = tabsFor(user, layout)
  if (tabs.length === 0) return null
  return (
    <TabLinks label={TABS_LABEL[layout] ?? ''}>
      {tabs.map(({ name, label, to, module, permission }) => (
        <ScreenGate key={name} permission={permission}>
          <Link to={to} data-module={module} {...tabLink}>
            {label}
          </Link>
        </ScreenGate>
      ))}
    </TabLinks>
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
