import type { OpenPath } from '@backoffice/contract/screens'
import { useEffect } from 'react'
import { create } from 'zustand'

const useMark = create<{ path: OpenPath | undefined }>()(() => ({ path: undefined }))

/** For a screen whose `parent` depends on its record: the listed screen to mark in the sidebar while it is shown. */
export function useSidebarMark(path: OpenPath | undefined): void {
  useEffect(() => {
    useMark.setState({ path })
    return () => useMark.setState({ path: undefined })
  }, [path])
}

export function useMarkedPath(): OpenPath | undefined {
  return useMark((mark) => mark.path)
}
