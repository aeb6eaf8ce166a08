import { create } from 'zustand'

/** Session storage key for the file keys of this tab's unregistered uploads. */
const KEY = 'uploads'

/** File keys of uploads that were in progress when the page was left or reloaded. */
export const useInterrupted = create<{ keys: readonly string[] }>()(() => ({ keys: read() }))

/** Stores the keys of the uploads in progress for the next page of this tab. */
export function rememberInProgress(keys: readonly string[]): void {
  const { keys: interrupted } = useInterrupted.getState()
  write([...interrupted.filter((key) => !keys.includes(key)), ...keys])
}

/** Forgets a registered, resumed or cancelled file. */
export function forgetInterrupted(key: string): void {
  write(read().filter((each) => each !== key))
  useInterrupted.setState(({ keys }) => ({ keys: keys.filter((each) => each !== key) }))
}

export function forgetAllInterrupted(): void {
  write([])
  useInterrupted.setState({ keys: [] })
}

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
  } catch {
    // Storage is blocked or has other content.
    return []
  }
}

function write(keys: readonly string[]): void {
  try {
    if (keys.length > 0) sessionStorage.setItem(KEY, JSON.stringify(keys))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Storage is blocked, but the file's own screen still offers to resume the upload.
  }
}
