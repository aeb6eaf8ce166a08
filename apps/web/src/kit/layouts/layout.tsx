import { type Layout, screenAt } from '@backoffice/contract/screens'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useUser } from '../../session/store.ts'
import { tabsFor } from '../navigation.ts'
import { Shell } from '../shell.tsx'
import { FamilyContext } from './tabs.tsx'

const FAMILY_LABEL: Partial<Record<Layout, string>> = { lookup: 'Lookup tables', users: 'Access' }

/** The layout of the screen at the current path, as the table of screens has it; unknown paths have the default. */
export function SignedInLayout({ children }: { children: ReactNode }) {
  const user = useUser()
  const layout = useLocation({ select: ({ pathname }) => screenAt(pathname)?.layout ?? 'default' })
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
