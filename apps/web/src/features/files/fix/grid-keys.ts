export type GridKey =
  | { type: 'move'; down: number; right: number }
  /** To the edge of the row, or of the grid. */
  | { type: 'edge'; to: 'row-start' | 'row-end' | 'start' | 'end' }
  | { type: 'problem'; step: 1 | -1 }
  /** For `replace`, the typed character is the first of the new value. */
  | { type: 'edit'; start: 'keep' | 'replace' }
  | { type: 'clear' | 'revert' | 'undo' | 'suggestion' }

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const MOVES: Partial<Record<string, { down: number; right: number }>> = {
  ArrowDown: { down: 1, right: 0 },
  ArrowUp: { down: -1, right: 0 },
  ArrowRight: { down: 0, right: 1 },
  ArrowLeft: { down: 0, right: -1 },
  PageDown: { down: 10, right: 0 },
  PageUp: { down: -10, right: 0 },
}

/** Meaning of a key on a cell that is not being edited; undefined for keys that the grid does not use. */
export function gridKey({ key, shiftKey, ctrlKey, metaKey, altKey }: Press): GridKey | undefined {
  const mod = ctrlKey || metaKey
  if (key === 'F8') return { type: 'problem', step: shiftKey ? -1 : 1 }
  if (altKey) return key === 'Enter' ? { type: 'suggestion' } : undefined
  if (key === 'Home') return { type: 'edge', to: mod ? 'start' : 'row-start' }
  if (key === 'End') return { type: 'edge', to: mod ? 'end' : 'row-end' }
  if (mod) return key.toLowerCase() === 'z' && !shiftKey ? { type: 'undo' } : undefined
  const move = MOVES[key]
  if (move) return { type: 'move', ...move }
  switch (key) {
    case 'Enter':
    case 'F2':
      return { type: 'edit', start: 'keep' }
    case 'Delete':
    case 'Backspace':
      return { type: 'clear' }
    case 'Escape':
      return { type: 'revert' }
    default:
      // Space would scroll.
      return key.length === 1 && key !== ' ' ? { type: 'edit', start: 'replace' } : undefined
  }
}
