import type { Permission } from '@backoffice/contract/access'
import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'

const useStart = create<{ permission?: Permission | undefined }>()(() => ({}))

/** Starts an action of the open screen, such as its export, as if its button had been pressed. */
export function startOnScreen(permission: Permission): void {
  useStart.setState({ permission })
}

/** Runs `start` once the action of this permission is requested. */
export function useStartOnScreen(permission: Permission, start: () => void): void {
  const isWanted = useStart((state) => state.permission === permission)
  const run = useEffectEvent(start)
  useEffect(() => {
    if (!isWanted) return
    useStart.setState({ permission: undefined })
    run()
  }, [isWanted])
}
