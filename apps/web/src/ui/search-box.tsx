import { useEffect, useId, useRef, useState } from 'react'
import { Kbd } from './kbd.tsx'
import css from './toolbar.module.css'

type Props = {
  label: string
  value: string
  onCommit: (text: string) => void
  /** Why a text is not searched for; undefined if it is. */
  refuse?: (text: string) => string | undefined
}

const PAUSE_MS = 250

/** Searches once typing pauses, at once on Enter. */
export function SearchBox({ label, value, onCommit, refuse }: Props) {
  const id = useId()
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Given out, and not come back as the value yet.
  const given = useRef<string[]>([])
  useEffect(() => {
    const at = given.current.lastIndexOf(value)
    given.current = at < 0 ? [] : given.current.slice(at + 1)
    if (at >= 0) return
    // From elsewhere, such as the way back: what was being typed is overtaken.
    clearTimeout(timer.current)
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const refusal = refuse?.(text)

  function commit(next: string) {
    clearTimeout(timer.current)
    const wanted = next.trim()
    if (refuse?.(next) || (wanted === value && given.current.length === 0)) return
    given.current.push(wanted)
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
        aria-invalid={refusal ? true : undefined}
        aria-describedby={refusal ? id : undefined}
        onChange={({ target }) => {
          setText(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => commit(target.value), PAUSE_MS)
        }}
        onKeyDown={(event) => event.key === 'Enter' && commit(text)}
      />
      {/* Gone as soon as it is used. */}
      <span className={css.hint} aria-hidden="true">
        <Kbd keys="/" />
      </span>
      {refusal && (
        <p id={id} role="alert">
          {refusal}
        </p>
      )}
    </div>
  )
}
