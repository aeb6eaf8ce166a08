import { create } from 'zustand'
import type { Entry } from './rank.ts'

const REMEMBERED = 12

type State = {
  open: boolean
  /** What was chosen, the last one first. In memory: it names files, and ends with the page. */
  recent: readonly Entry[]
}

export const usePaletteState = create<State>()(() => ({ open: false, recent: [] }))

export function setPalette(open: boolean): void {
  usePaletteState.setState({ open })
}

export function remember(entry: Entry): void {
  usePaletteState.setState(({ recent }) => ({
    recent: [entry, ...recent.filter(({ id }) => id !== entry.id)].slice(0, REMEMBERED),
  }))
}
