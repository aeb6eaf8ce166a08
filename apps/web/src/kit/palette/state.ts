import type { ComponentType } from 'react'
import { create } from 'zustand'
import type { Entry } from './rank.ts'

const MAX_RECENT = 12

type State = {
  open: boolean
  /** First text of the field: the keys pressed while the palette's code was loading. */
  startText: string
  /** Recently run entries, latest first. In memory only, because they may name records. */
  recent: readonly Entry[]
  /** Loads the palette's code; set by the host. */
  load?: () => Promise<ComponentType>
}

export const usePaletteState = create<State>()(() => ({ open: false, startText: '', recent: [] }))

export function setPalette(open: boolean): void {
  usePaletteState.setState({ open, startText: '' })
}

export function setStartText(change: (text: string) => string): void {
  usePaletteState.setState(({ startText }) => ({ startText: change(startText) }))
}

export function addRecent(entry: Entry): void {
  usePaletteState.setState(({ recent }) => ({
    recent: [entry, ...recent.filter(({ id }) => id !== entry.id)].slice(0, MAX_RECENT),
  }))
}

/** Loads the code before the palette opens. Errors show only when it opens. */
export function preloadPalette(): void {
  usePaletteState
    .getState()
    .load?.()
    .catch(() => undefined)
}
