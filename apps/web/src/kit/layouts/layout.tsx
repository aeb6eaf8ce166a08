import { type Layout, screenAt } from '@backoffice/contract/screens'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useUser } from '../../session/store.ts'
import { tabsFor } from '../navigation.ts'
import { Shell } from '../shell.tsx'
import { FamilyContext } from './tabs.tsx'

const FAMILY_LABEL: Partial<Record<Layout, string>> = { lookup: 'Lookup tables', users: 'Access' }

/** As the table of screens has it; where there is no screen, the default. */
function layoutAt(path: string): Layout {
  const screen = screenAt(path)
  return screen?.built ? screen.layout : 'default'
}

/** What stands around the screen at the current path. */
export function SignedInLayout({ children }: { children: ReactNode }) {
  const user = useUser()
  const layout = useLocation({ select: ({ pathname }) => layoutAt(pathname) })
  const family = useMemo(() => {
    const label = FAMILY_LABEL[layout]
    return label === undefined ? undefined : { label, tabs: tabsFor(user, layout) }
  }, [layout, user])
  return (
    <FamilyContext value={family}>
      <Shell>{children}</Shell>
    </FamilyContext>
  )
}
