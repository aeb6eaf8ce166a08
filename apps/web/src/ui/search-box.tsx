import { useEffect, useId, useRef, useState } from 'react'
import { Kbd } from './kbd.tsx'
import css from './toolbar.module.css'

type Props = {
  label: string
  value: string
  onCommit: (text: string) => void
  /** Returns an error for text that must not be searched for. */
  validate?: (text: string) => string | undefined
}

const PAUSE_MS = 250
/** Characters of a label that fit into the usual width. */
const LONG_LABEL = 24

/** Searches when typing pauses, or immediately on Enter. */
export function SearchBox({ label, value, onCommit, validate }: Props) {
  const id = useId()
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Committed texts that have not returned as `value` yet; the effect of the first value may run after fast typing.
  const committed = useRef([value])
  useEffect(() => {
    const index = committed.current.lastIndexOf(value)
    committed.current = index < 0 ? [] : committed.current.slice(index + 1)
    if (index >= 0) return
    // A value from outside, such as after going back, replaces the typed text.
    clearTimeout(timer.current)
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const error = validate?.(text)

  function commit(next: string) {
    clearTimeout(timer.current)
    const wanted = next.trim()
    if (validate?.(next) || (wanted === value && committed.current.length === 0)) return
    committed.current.push(wanted)
    onCommit(wanted)
  }

  return (
    <div className={css.search} data-long={label.length > LONG_LABEL || undefined}>
      <input
        type="search"
        className={css.control}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={text}
        maxLength={100}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        onChange={({ target }) => {
          setText(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => commit(target.value), PAUSE_MS)
        }}
        onKeyDown={(event) => event.key === 'Enter' && commit(text)}
      />
      {/* The stylesheet hides it when the field is used. */}
      <span className={css.hint} aria-hidden="true">
        <Kbd keys="/" />
      </span>
      {error && (
        <p id={id} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
