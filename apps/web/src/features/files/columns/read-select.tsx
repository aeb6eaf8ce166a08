import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

type Props = {
  id: string
  name: string
  className: string | undefined
  value: number | string
  /** Called with the value that a key of the closed list has reached, and with undefined once it is sent or dropped. */
  onHold: (value: string | undefined) => void
  onSend: (value: number) => void
  children: ReactNode
}

/**
 * A native select whose choice starts a request. Each arrow key on the closed list changes it, so such a choice is sent
 * by Enter or on leaving; a choice from the open list is sent at once.
 */
export function ReadSelect({ value, onHold, onSend, children, ...control }: Props) {
  const [held, setHeld] = useState<string>()
  const isByKey = useRef(false)

  function hold(next: string | undefined) {
    setHeld(next)
    onHold(next)
  }
  function send(next: string | undefined) {
    if (held !== undefined) hold(undefined)
    if (next !== undefined && next !== String(value)) onSend(Number(next))
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key, altKey } = event
    const opens = key === 'Enter' || key === ' ' || altKey
    isByKey.current = !opens
    if (held === undefined) return
    if (key === 'Enter') {
      event.preventDefault()
      send(held)
    }
    if (key === 'Escape') {
      event.stopPropagation()
      hold(undefined)
    }
  }

  return (
    <select
      {...control}
      value={held ?? value}
      onKeyDown={onKeyDown}
      onPointerDown={() => {
        isByKey.current = false
      }}
      onChange={({ target }) => (isByKey.current ? hold(target.value) : send(target.value))}
      onBlur={() => send(held)}
    >
      {children}
    </select>
  )
}
