import { create } from 'zustand'
import { finish, IDLE, type LoadingBar, start } from './loading-bar.ts'

const useStore = create<{ bar: LoadingBar }>()(() => ({ bar: IDLE }))

export function useNavigationBar(): LoadingBar {
  return useStore(({ bar }) => bar)
}

export function navigationStarted(): void {
  useStore.setState(({ bar }) => ({ bar: start(bar, performance.now()) }))
}

/** Ready, stopped by a guard, or failed. */
export function navigationEnded(failed = false): void {
  useStore.setState(({ bar }) => ({ bar: finish(bar, performance.now(), failed) }))
}
