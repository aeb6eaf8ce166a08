import { useEffect, useEffectEvent } from 'react'
import { isOfDialog, isTyping } from '../../kit/shortcuts/shortcuts.ts'

/** Calls back on F8 (1) and Shift+F8 (-1) anywhere on the page, except in dialogs and while text is edited. */
export function useProblemKeys(isOn: boolean, go: (step: 1 | -1) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body
    // The grid handles its own keys, also in the editor of a cell.
    if (event.key !== 'F8' || event.defaultPrevented || isOfDialog(target) || isTyping(target)) return
    event.preventDefault()
    go(event.shiftKey ? -1 : 1)
  })
  useEffect(() => {
    if (!isOn) return
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [isOn])
}
