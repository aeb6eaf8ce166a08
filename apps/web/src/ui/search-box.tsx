import { useEffect, useId, useRef, useState } from 'react'
import { Kbd } from './kbd.tsx'
import css from './toolbar.module.css'

type Props = {
  label: string
  value: string
  onCommit: (text: string) => void
  /** The error of a text that is not searched for. */
  validate?: (text: string) => string | undefined
}

const PAUSE_MS = 250

/** Searches when typing pauses, at once on Enter. */
export function SearchBox({ label, value, onCommit, validate }: Props) {
  const id = useId()
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Committed, and not back as `value` yet. The first value too: its effect runs after the first keys of a fast typist.
  const committed = useRef([value])
  useEffect(() => {
    const at = committed.current.lastIndexOf(value)
    committed.current = at < 0 ? [] : committed.current.slice(at + 1)
    if (at >= 0) return
    // Set from outside, such as by going back: it replaces the typed text.
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
    <div className={css.search}>
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
      {/* Hidden by its style once the field is used. */}
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
