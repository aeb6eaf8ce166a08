import type { OpenPath } from '@backoffice/contract/screens'
import { create } from 'zustand'

/** Count of open work. `text`: its meaning, `7 overdue`. */
export type NavigationCount = { count: number; text: string; isBad?: true }
type Counts = Readonly<Partial<Record<OpenPath, NavigationCount>>>

/** Counts of open work by screen, shown in the sidebar. */
export const useNavigationCounts = create<Counts>()(() => ({}))

/** Keeps the counts of other screens. */
export function setNavigationCounts(counts: Counts): void {
  useNavigationCounts.setState(counts)
}
