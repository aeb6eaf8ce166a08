import type { Move, SelectEvent } from './select-state.ts'

const MOVES: Partial<Record<string, Move>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'pageDown',
  PageUp: 'pageUp',
}

type Key = { key: string; repeat: boolean; modified: boolean; composing: boolean }
type Now = { open: boolean; query: string; searchable: boolean; disabled: boolean }

/** Event of a key; `prevent` its default, `stop` its propagation to a surrounding form or dialog. */
type KeyAction = { event?: SelectEvent<never>; prevent?: true; stop?: true }

export function keyAction({ key, repeat, modified, composing }: Key, now: Now): KeyAction {
  const { open, searchable } = now
  if (composing || now.disabled) return {}
  const to = MOVES[key]
  if (to === 'next' || to === 'previous')
    return { event: open ? { type: 'move', to } : { type: 'open' }, prevent: true }
  if (to) return open && !modified ? { event: { type: 'move', to }, prevent: true } : {}
  if (key === 'Enter') {
    if (open) return { event: { type: 'choose' }, prevent: true, stop: true }
    // A held key has already selected and closed, and must not submit the form.
    return repeat ? { prevent: true, stop: true } : {}
  }
  if (key === 'Tab') return open ? { event: { type: 'tab' } } : {}
  // `keyup` closes the list; `keydown` must not close a surrounding dialog.
  if (key === 'Escape') return open ? { prevent: true, stop: true } : {}
  if (key === 'Backspace' || key === 'Delete')
    return searchable && now.query === '' ? { event: { type: 'erase' }, prevent: true } : {}
  if (key === ' ' && !searchable && !open) return { event: { type: 'open' }, prevent: true }
  return {}
}
