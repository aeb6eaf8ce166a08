import type { OpenPath } from '@backoffice/contract/screens'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
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

const useMark = create<{ path: OpenPath | undefined }>()(() => ({ path: undefined }))

/** Marks a listed screen in the sidebar, for a screen whose parent depends on its record. */
export function useSidebarMark(path: OpenPath | undefined): void {
  useEffect(() => {
    useMark.setState({ path })
    return () => useMark.setState({ path: undefined })
  }, [path])
}

export function useMarkedPath(): OpenPath | undefined {
  return useMark((mark) => mark.path)
}

const HeaderStatus = createContext<ReactNode>(null)

/** Provides what the header of every screen shows about work in the background. */
export const HeaderStatusProvider = HeaderStatus.Provider

export const useHeaderStatus = () => useContext(HeaderStatus)
