import { isKeyOf } from '@backoffice/contract/objects'
import { type KeyboardEvent, useRef } from 'react'

/** Letters typed within this time form one search. */
export const TYPE_AHEAD_MS = 500

/** Index after an arrow key, Home or End; undefined for other keys. */
export function itemAtKey(key: string, from: number, count: number): number | undefined {
  const next = {
    ArrowDown: (from + 1) % count,
    ArrowUp: from <= 0 ? count - 1 : from - 1,
    Home: 0,
    End: count - 1,
  }
  return isKeyOf(next, key) ? next[key] : undefined
}

/** Index of the first label from `from` on that starts with the typed text. A single letter moves to the next match. */
export function typedItem(text: string, from: number, labels: readonly string[]): number | undefined {
  const typed = text.toLowerCase()
  const letter = typed[0] ?? ''
  const isRepeated = typed === letter.repeat(typed.length)
  const query = isRepeated ? letter : typed
  const start = isRepeated ? from + 1 : Math.max(from, 0)
  const order = labels.map((_, index) => (start + index) % labels.length)
  return order.find((index) => labels[index]?.toLowerCase().startsWith(query))
}

/** Returns a key handler. Arrows, Home, End and the first letters of an item move the focus to it. */
export function useItemKeys() {
  const typed = useRef({ text: '', atMs: 0 })

  function targetOf(
    { key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent,
    items: readonly HTMLElement[],
  ) {
    const index = items.findIndex((each) => each.contains(document.activeElement))
    const moved = itemAtKey(key, index, items.length)
    if (moved !== undefined || key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return moved
    const isContinued = timeStamp - typed.current.atMs < TYPE_AHEAD_MS
    typed.current = { text: isContinued ? typed.current.text + key : key, atMs: timeStamp }
    const labels = items.map((item) => item.textContent)
    return typedItem(typed.current.text, index, labels)
  }

  return (event: KeyboardEvent, items: readonly HTMLElement[]) => {
    const target = targetOf(event, items)
    if (target === undefined) return
    event.preventDefault()
    items[target]?.focus()
  }
}
