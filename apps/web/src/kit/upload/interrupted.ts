import { create } from 'zustand'

/** In session storage: file keys of this tab's uploads that have not arrived. */
const KEY = 'uploads'

/** File keys of uploads that were under way when their page was left or loaded again. */
export const useInterrupted = create<{ keys: readonly string[] }>()(() => ({ keys: read() }))

/** Names the uploads under way, for the next page of this tab. */
export function rememberUnderWay(keys: readonly string[]): void {
  const { keys: interrupted } = useInterrupted.getState()
  write([...interrupted.filter((key) => !keys.includes(key)), ...keys])
}

/** The file has arrived, is sent again, or is not to be sent any more. */
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
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []
  } catch {
    // Blocked, or written by something else.
    return []
  }
}

function write(keys: readonly string[]): void {
  try {
    if (keys.length > 0) sessionStorage.setItem(KEY, JSON.stringify(keys))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Blocked: the file's own screen still offers to send it again.
  }
}
