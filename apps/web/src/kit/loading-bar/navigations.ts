import { create } from 'zustand'
import { Forbidden } from '../guards.ts'
import { finish, IDLE, type LoadingBar, start } from './loading-bar.ts'

const useStore = create<{ bar: LoadingBar }>()(() => ({ bar: IDLE }))

export function useNavigationBar(): LoadingBar {
  return useStore(({ bar }) => bar)
}

export function navigationStarted(): void {
  useStore.setState(({ bar }) => ({ bar: start(bar, performance.now()) }))
}

/** Without an error: ready. A guard that says no has answered too; whatever else was thrown is a failure. */
export function navigationEnded(error?: unknown): void {
  const failed = error !== undefined && !(error instanceof Forbidden)
  useStore.setState(({ bar }) => ({ bar: finish(bar, performance.now(), failed) }))
}
