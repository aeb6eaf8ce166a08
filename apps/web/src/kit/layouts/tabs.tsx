import { Link } from '@tanstack/react-router'
import { createContext, use } from 'react'
import { TabLinks, tabLink } from '../../ui/tab-links.tsx'
import type { Destination } from '../navigation.ts'

type Family = { label: string; tabs: readonly Destination[] }

/** The screens beside the one shown, if its layout has such. */
export const FamilyContext = createContext<Family | undefined>(undefined)

/** Under the heading of a screen of the lookup or users layout. */
export function LayoutTabs() {
  const family = use(FamilyContext)
  if (!family || family.tabs.length === 0) return null
  return (
    <TabLinks label={family.label}>
      {family.tabs.map(({ name, label, to }) => (
        <Link key={name} to={to} {...tabLink}>
          {label}
        </Link>
      ))}
    </TabLinks>
  )
}
