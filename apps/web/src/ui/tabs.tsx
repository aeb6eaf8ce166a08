import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import css from './tabs.module.css'

type Tab<Id extends string> = {
  id: Id
  label: string
  /** Text next to the label. */
  count?: string | undefined
  panel: () => ReactNode
  /** Keeps the hidden panel mounted, so that a form keeps its input. */
  isKept?: true
  /** For a panel of text. It takes the focus, so that keys can scroll it. */
  takesFocus?: true
}

type Props<Id extends string> = {
  label: string
  tabs: readonly Tab<Id>[]
  /** Default: the first tab. */
  initial?: Id | undefined
}

/**
 * Tabs with one visible panel. Arrow keys, Home and End switch tabs; Tab moves into the visible panel.
 */
export function Tabs<Id extends string>({ label, tabs, initial }: Props<Id>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState(initial)
  const shown = tabs.find(({ id }) => id === wanted) ?? tabs[0]

  function onKeyDown(event: KeyboardEvent) {
    const index = shown ? tabs.indexOf(shown) : 0
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[
      event.key
    ]
    const next = to === undefined ? undefined : tabs[to % tabs.length]
    if (!next) return
    event.preventDefault()
    setWanted(next.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus()
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={css.tabs} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            className={css.tab}
            aria-selected={tab === shown}
            aria-controls={tab === shown ? `${base}-${tab.id}-panel` : undefined}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => setWanted(tab.id)}
          >
            {tab.label}
            {tab.count && <span className={css.count}> {tab.count}</span>}
          </button>
        ))}
      </div>
      {tabs.map(
        (tab) =>
          (tab === shown || tab.isKept) && (
            <div
              key={tab.id}
              role="tabpanel"
              id={`${base}-${tab.id}-panel`}
              aria-labelledby={`${base}-${tab.id}`}
              className={css.panel}
              hidden={tab !== shown}
              tabIndex={tab.takesFocus ? 0 : undefined}
            >
              {tab.panel()}
            </div>
          ),
      )}
    </>
  )
}
