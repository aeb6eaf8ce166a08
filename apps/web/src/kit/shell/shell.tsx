import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { create } from 'zustand'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { ScreenGate } from '../access/permission-gate.tsx'
import { confirmAndSignOut } from '../form/unsaved-changes.ts'
import { useWrite } from '../form/use-write.ts'
import { navigationFor, parentOf } from '../navigation/navigation.ts'
import { useMarkedPath, useNavigationCounts } from '../navigation/shell-state.ts'
import { choose, toggleGroup, useClosedGroups } from '../preferences/preferences.ts'
import { openSheet } from '../shortcuts/shortcuts.ts'
import { Banners } from './banners.tsx'
import { Brand } from './brand.tsx'
import css from './shell.module.css'
import { SidebarGroups, sidebarLink } from './sidebar.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** True if the sidebar is open over a narrow screen. */
const useMenu = create<{ open: boolean }>()(() => ({ open: false }))

export function setMenu(open: boolean): void {
  useMenu.setState({ open })
}

/** The sidebar and the screen. On narrow screens the sidebar is a menu that opens over the screen. */
export function Shell({ children }: { children: ReactNode }) {
  const open = useMenu((menu) => menu.open)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const opener = document.activeElement
    close.current?.focus()
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setMenu(false)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [open])
  return (
    <div className={css.shell}>
      <a className={css.skip} href="#content">
        Skip to content
      </a>
      {open && <div className={css.scrim} onClick={() => setMenu(false)} aria-hidden="true" />}
      <aside className={css.sidebar} data-open={open || undefined}>
        <div className={css.inner}>
          <div className={css.brand}>
            <Brand />
            <button
              ref={close}
              type="button"
              className={css.close}
              aria-label="Close menu"
              onClick={() => setMenu(false)}
            >
              <Icon name="close" />
            </button>
          </div>
          <Navigation />
          <Foot />
        </div>
      </aside>
      <div className={css.main} inert={open}>
        {children}
        <Banners />
      </div>
    </div>
  )
}

function Navigation() {
  const counts = useNavigationCounts()
  const groups = navigationFor(useUser())
  const marked = useMarkedPath()
  const closed = useClosedGroups()
  const pathname = useLocation({ select: (location) => location.pathname })
  const current = parentOf(pathname) ?? marked ?? pathname
  return (
    <SidebarGroups
      label="Main"
      current={current}
      isOpen={useMenu((menu) => menu.open)}
      groups={groups.map((group) => ({
        label: group.label,
        // The group of the current screen is open.
        ...(!group.items.some(({ path }) => path === current) && {
          isClosed: closed.includes(group.label),
          onToggle: () => toggleGroup(group.label),
        }),
        items: group.items.map(({ name, label, path, to, module, permission }) => (
          <li key={name} className={css.item} data-module={module}>
            <ScreenGate permission={permission}>
              <Link
                to={to}
                {...sidebarLink}
                // Exact, because a screen below it may mark another entry.
                activeOptions={{ exact: true, includeSearch: false }}
                aria-description={counts[path]?.count ? counts[path].text : undefined}
                aria-current={path === current && path !== pathname ? 'true' : undefined}
                onClick={() => setMenu(false)}
              >
                {label}
              </Link>
            </ScreenGate>
            {Boolean(counts[path]?.count) && (
              <span className={css.waiting} data-bad={counts[path]?.isBad} aria-hidden="true">
                {counts[path]?.count}
              </span>
            )}
          </li>
        )),
      }))}
    />
  )
}

/** Closes the menu first, so that the dialog returns the focus to the menu's button. */
function showShortcuts(): void {
  flushSync(() => setMenu(false))
  openSheet()
}

function Foot() {
  const { name, email } = useUser()
  const leave = useWrite({ run: confirmAndSignOut })
  return (
    <div className={css.foot}>
      <button type="button" className={css.shortcuts} onClick={showShortcuts}>
        Shortcuts <Kbd keys="?" />
      </button>
      <div className={css.account}>
        <Link to="/account" className={css.who} title="Account" onClick={() => setMenu(false)}>
          <strong>{name || email}</strong>
          {name && <span title={email}>{email}</span>}
        </Link>
      </div>
      <div className={css.last}>
        <Button
          variant="quiet"
          icon={<Icon name="leave" />}
          busy={leave.isPending}
          onClick={() => leave.run()}
        >
          Sign out
        </Button>
        <ThemeSwitch onChoose={(theme) => choose({ theme })} />
      </div>
    </div>
  )
}
