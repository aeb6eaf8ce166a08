import type { OpenPath } from '@backoffice/contract/screens'
import { create } from 'zustand'

/** Counts of open work by screen, shown in the sidebar. */
export const useNavigationCounts = create<Readonly<Partial<Record<OpenPath, number>>>>()(() => ({}))

export function setNavigationCounts(counts: Readonly<Partial<Record<OpenPath, number>>>): void {
  useNavigationCounts.setState(counts)
}
