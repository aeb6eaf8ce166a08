import type { OpenPath } from '@backoffice/contract/screens'
import { useEffect } from 'react'
import { create } from 'zustand'

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
