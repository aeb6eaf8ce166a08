import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import type { Entry, Section } from './rank.ts'
import css from './view.module.css'

type Props = {
  query: string
  onQuery: (query: string) => void
  sections: readonly Section[]
  /** Message below the entries instead of their count; `isAlert`: announced immediately. */
  message?: string | undefined
  isAlert?: boolean | undefined
  onChoose: (entry: Entry) => void
}

const ARROW_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** A combobox. The focus stays in the field, and the arrow keys move through the entries. */
export function PaletteView({ query, onQuery, sections, message, isAlert = false, onChoose }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState('')
  const entries = sections.flatMap((section) => section.entries)
  // The next letter may remove the highlighted entry.
  const active = entries.find((entry) => entry.id === wanted) ?? entries[0]
  const idOf = (entry: Entry) => `${id}-${entry.id}`

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const by = ARROW_STEPS[event.key]
    if (by !== undefined && active) {
      event.preventDefault()
      const next = (entries.indexOf(active) + by + entries.length) % entries.length
      setWanted(entries[next]?.id ?? '')
    } else if (event.key === 'Enter' && active) {
      event.preventDefault()
      onChoose(active)
    }
  }

  return (
    <>
      <div className={css.field}>
        <Icon name="search" />
        <input
          role="combobox"
          className={css.input}
          aria-label="Search or jump to"
          aria-expanded={entries.length > 0}
          aria-controls={entries.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={active && idOf(active)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder="Search or jump to…"
          value={query}
          onChange={(event) => {
            setWanted('')
            onQuery(event.target.value)
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd keys="Esc" />
      </div>
      {entries.length > 0 && (
        <div ref={list} role="listbox" id={`${id}-list`} className={css.list} aria-label="Results">
          {sections.map((section) => (
            // biome-ignore lint/a11y/useSemanticElements: options are grouped, not fields
            <div key={section.label} role="group" aria-labelledby={`${id}-${section.label}`}>
              <div id={`${id}-${section.label}`} className={css.label} role="presentation">
                {section.label}
              </div>
              {section.entries.map((entry) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field does the same
                <div
                  key={entry.id}
                  role="option"
                  id={idOf(entry)}
                  className={css.option}
                  aria-selected={entry === active}
                  aria-disabled={entry.denied || undefined}
                  tabIndex={-1}
                  onPointerMove={() => setWanted(entry.id)}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => onChoose(entry)}
                >
                  <span className={css.name}>{entry.label}</span>
                  {entry.note && <span className={css.note}>{entry.note}</span>}
                  {entry.keys && <Kbd keys={entry.keys} />}
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
      <p className={css.status} role={isAlert ? 'alert' : 'status'} data-alert={isAlert || undefined}>
        {message ?? (
          <span className={css.count}>{entries.length === 1 ? '1 result' : `${entries.length} results`}</span>
        )}
      </p>
    </>
  )
}
