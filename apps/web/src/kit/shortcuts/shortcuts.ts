import { useLayoutEffect } from 'react'
import { create } from 'zustand'

export const SHORTCUT_GROUPS = ['This screen', 'Rows', 'Record', 'Everywhere', 'Go to'] as const

export type Shortcut = {
  keys: Keys
  label: string
  group: (typeof SHORTCUT_GROUPS)[number]
  /** Without it the shortcut is only listed, and a part of the screen handles its keys. */
  run?: () => void
  /** False while the screen has nothing to run it on; it is then not listed. */
  isAvailable?: () => boolean
}

type State = {
  shortcuts: readonly Shortcut[]
  /** True if shortcuts without Ctrl or ⌘ are on. In session storage until sign-out. */
  singleKey: boolean
  sheetOpen: boolean
}

const STORAGE_KEY = 'single-key-shortcuts'

export const useShortcutState = create<State>()(() => ({
  shortcuts: [],
  singleKey: true,
  sheetOpen: false,
}))

export function setSingleKey(singleKey: boolean): void {
  sessionStorage.setItem(STORAGE_KEY, singleKey ? 'on' : 'off')
  useShortcutState.setState({ singleKey })
}

export function openSheet(sheetOpen = true): void {
  useShortcutState.setState({ sheetOpen })
}

/**
 * Registers shortcuts while the component is mounted; the last one wins for the same keys. Before the first paint,
 * because a user who sees the screen may press them.
 */
export function useShortcuts(own: readonly Shortcut[]): void {
  useLayoutEffect(() => {
    // Copies, because two components may register the same ones.
    const added = own.map((shortcut) => ({ ...shortcut }))
    useShortcutState.setState(({ shortcuts }) => ({ shortcuts: [...shortcuts, ...added] }))
    return () =>
      useShortcutState.setState(({ shortcuts }) => ({
        shortcuts: shortcuts.filter((shortcut) => !added.includes(shortcut)),
      }))
  }, [own])
}

/** Elements that use letters: fields, and lists with type-ahead. */
const TYPING =
  'input:not([type=checkbox], [type=radio], [type=button], [type=file]), textarea, select, [contenteditable], [role=listbox], [role=menu]'
const IN_DIALOG = 'dialog, [role=dialog]'

export const isTyping = (target: Element) => target.closest(TYPING) !== null

/** True in a dialog, and behind an open one. */
export const isOfDialog = (target: Element) =>
  target.closest(IN_DIALOG) !== null || document.querySelector('dialog:modal') !== null

/** Listens to the keys of the page. Returns a function that stops. */
export function followShortcuts(): () => void {
  useShortcutState.setState({ singleKey: sessionStorage.getItem(STORAGE_KEY) !== 'off' })
  let pending = NOTHING_PENDING
  const onKey = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body
    if (event.defaultPrevented || event.repeat || event.isComposing) return
    if (isOfDialog(target)) return
    const mod = event.ctrlKey || event.metaKey
    const { shortcuts, singleKey } = useShortcutState.getState()
    const mayBeText = isTyping(target)
    const enabled = shortcuts
      .filter(({ run }) => run)
      .map(({ keys }) => keys)
      .filter((keys) => !isSingleKey(keys) || (singleKey && !mayBeText))
    const press = { key: event.key, mod, alt: event.altKey, shift: event.shiftKey, atMs: event.timeStamp }
    const next = keyReducer(pending, press, enabled)
    pending = next.pending
    const shortcut = shortcuts.findLast(({ keys }) => keys === next.match)
    if (!shortcut?.run) return
    event.preventDefault()
    shortcut.run()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

/** `g d` in sequence, `?` a single key, `mod+k` with Ctrl or ⌘. */
export type Keys = string

export type KeyPress = { key: string; mod: boolean; alt: boolean; shift: boolean; atMs: number }

/** Keys of an unfinished sequence. */
type Pending = { keys: readonly string[]; atMs: number }
export const NOTHING_PENDING: Pending = { keys: [], atMs: 0 }

/** Longest time between two keys of a sequence. */
const SEQUENCE_MS = 1000

/** Name of the key in shortcuts; undefined for keys that are never part of one, such as Alt with any key. */
function nameOf({ key, mod, alt, shift }: KeyPress): string | undefined {
  if (alt || key.length !== 1 || key === ' ') return undefined
  const lower = key.toLowerCase()
  // `?` needs Shift on most keyboards; a letter with Shift is another key.
  if (shift && lower !== key.toUpperCase()) return undefined
  return mod ? `mod+${lower}` : lower
}

/** Reducer of key presses; `match` is the shortcut that the press completes. */
export function keyReducer(
  pending: Pending,
  press: KeyPress,
  shortcuts: readonly Keys[],
): { pending: Pending; match?: Keys } {
  const key = nameOf(press)
  if (key === undefined) return { pending: NOTHING_PENDING }
  const before = press.atMs - pending.atMs <= SEQUENCE_MS ? pending.keys : []
  // A key that does not continue the sequence may begin another.
  for (const keys of before.length > 0 ? [[...before, key], [key]] : [[key]]) {
    const sequence = keys.join(' ')
    if (shortcuts.includes(sequence)) return { pending: NOTHING_PENDING, match: sequence }
    if (shortcuts.some((each) => each.startsWith(`${sequence} `)))
      return { pending: { keys, atMs: press.atMs } }
  }
  return { pending: NOTHING_PENDING }
}

/** True for shortcuts without Ctrl or ⌘: users can switch these off, because speech input may trigger them. */
export function isSingleKey(keys: Keys): boolean {
  return !keys.startsWith('mod+')
}
