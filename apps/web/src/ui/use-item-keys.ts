import { type KeyboardEvent, useRef } from 'react'
import { itemAtKey, TYPE_AHEAD_MS, typedItem } from './menu-keys.ts'

/** Returns a handler of keys: arrows, Home, End and the first letters of an item move the focus to it. */
export function useItemKeys() {
  const typed = useRef({ text: '', at: 0 })

  function targetOf(
    { key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent,
    items: readonly HTMLElement[],
  ) {
    const at = items.findIndex((each) => each.contains(document.activeElement))
    const moved = itemAtKey(key, at, items.length)
    if (moved !== undefined || key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return moved
    const isContinued = timeStamp - typed.current.at < TYPE_AHEAD_MS
    typed.current = { text: isContinued ? typed.current.text + key : key, at: timeStamp }
    const labels = items.map((item) => item.textContent)
    return typedItem(typed.current.text, at, labels)
  }

  return (event: KeyboardEvent, items: readonly HTMLElement[]) => {
    const target = targetOf(event, items)
    if (target === undefined) return
    event.preventDefault()
    items[target]?.focus()
  }
}
