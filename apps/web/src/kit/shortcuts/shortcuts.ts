import { useEffect } from 'react'
import { create } from 'zustand'
import { advance, isSingle, type Keys, NOTHING_PENDING } from './keys.ts'

export const SHORTCUT_GROUPS = ['Everywhere', 'Go to', 'This screen'] as const

export type Shortcut = {
  keys: Keys
  /** What it does. */
  words: string
  group: (typeof SHORTCUT_GROUPS)[number]
  run: () => void
}

type State = {
  shortcuts: readonly Shortcut[]
  /** Whether those without Ctrl or ⌘ are on; kept for the tab, until its session ends. */
  single: boolean
  sheetOpen: boolean
}

const SWITCH = 'single-key-shortcuts'

export const useShortcutState = create<State>()(() => ({
  shortcuts: [],
  single: true,
  sheetOpen: false,
}))

export function setSingle(single: boolean): void {
  sessionStorage.setItem(SWITCH, single ? 'on' : 'off')
  useShortcutState.setState({ single })
}

export function openSheet(sheetOpen = true): void {
  useShortcutState.setState({ sheetOpen })
}

/** On the page as long as the component is: of two with the same keys the later one counts. */
export function useShortcuts(own: readonly Shortcut[]): void {
  useEffect(() => {
    useShortcutState.setState(({ shortcuts }) => ({ shortcuts: [...shortcuts, ...own] }))
    return () =>
      useShortcutState.setState(({ shortcuts }) => ({
        shortcuts: shortcuts.filter((one) => !own.includes(one)),
      }))
  }, [own])
}

/** Where keys are letters: fields, and lists that jump to what is typed. */
const TYPING =
  'input:not([type=checkbox], [type=radio], [type=button], [type=file]), textarea, select, [contenteditable], [role=listbox], [role=menu]'
const IN_DIALOG = 'dialog, [role=dialog]'

/** Listens to the keys of the page; the result stops it. */
export function followShortcuts(): () => void {
  useShortcutState.setState({ single: sessionStorage.getItem(SWITCH) !== 'off' })
  let pending = NOTHING_PENDING
  const onKey = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body
    if (event.defaultPrevented || event.repeat || event.isComposing) return
    if (target.closest(IN_DIALOG) || document.querySelector('dialog:modal')) return
    const mod = event.ctrlKey || event.metaKey
    const { shortcuts, single } = useShortcutState.getState()
    const isTyping = target.closest(TYPING) !== null
    const known = shortcuts.map(({ keys }) => keys).filter((keys) => !isSingle(keys) || (single && !isTyping))
    const press = { key: event.key, mod, alt: event.altKey, shift: event.shiftKey, at: event.timeStamp }
    const next = advance(pending, press, known)
    pending = next.pending
    const shortcut = shortcuts.findLast(({ keys }) => keys === next.hit)
    if (!shortcut) return
    event.preventDefault()
    shortcut.run()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}
