import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import casesCss from './cases.module.css'
import { readersQuery } from './cases-queries.ts'
import { mentionParts, mentionsIn, type NoteDraft, typedMention, withMention } from './mentions.ts'
import css from './note-box.module.css'

type Props = {
  caseId: string
  draft: NoteDraft
  onChange: (draft: NoteDraft) => void
  maxLength: number
  isReadOnly: boolean
  isInvalid: boolean
  describedBy: string
}

type TypedName = { start: number; query: string }

/** A text area in which `@` opens a list of the users who can see the case. Arrow keys choose, Enter or Tab inserts. */
export function MentionArea({
  caseId,
  draft,
  onChange,
  maxLength,
  isReadOnly,
  isInvalid,
  describedBy,
}: Props) {
  const { text, mentions } = draft
  const area = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [typed, setTyped] = useState<TypedName>()
  const [active, setActive] = useState(0)
  /** Caret after an inserted mention. */
  const [caret, setCaret] = useState<number>()
  const { data = [], isPending } = useQuery({
    ...readersQuery(caseId, typed?.query ?? ''),
    enabled: typed !== undefined,
  })
  const people = typed ? data : []
  const chosen = people[Math.min(active, people.length - 1)]
  const optionId = (id: string) => `${listId}-${id}`

  useEffect(() => {
    if (caret !== undefined) area.current?.setSelectionRange(caret, caret)
  }, [caret])

  /** Opens, updates or closes the list for the caret. */
  function follow() {
    const { current } = area
    if (!current) return
    const next =
      current.selectionStart === current.selectionEnd
        ? typedMention(current.value, current.selectionStart)
        : undefined
    if (next?.start !== typed?.start || next?.query !== typed?.query) setActive(0)
    setTyped(next)
  }

  function insert(person: { id: string; name: string }) {
    if (!typed) return
    const end = typed.start + 1 + typed.query.length
    const next = withMention(text, { start: typed.start, end }, person.name)
    onChange({ text: next.text, mentions: [...mentions, { id: person.id, name: person.name }] })
    setTyped(undefined)
    setCaret(next.caret)
    area.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, ctrlKey, metaKey } = event
    if (key === 'Enter' && (ctrlKey || metaKey)) {
      event.preventDefault()
      event.currentTarget.form?.requestSubmit()
      return
    }
    if (!typed) return
    if (key === 'Escape') {
      // The same key would close the case.
      event.preventDefault()
      setTyped(undefined)
    } else if (chosen && (key === 'Enter' || key === 'Tab')) {
      event.preventDefault()
      insert(chosen)
    } else if (chosen && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault()
      const by = key === 'ArrowDown' ? 1 : people.length - 1
      setActive((people.indexOf(chosen) + by) % people.length)
    }
  }

  const hasNone = typed !== undefined && !isPending && people.length === 0
  return (
    <div className={css.area}>
      <div className={css.mirror} aria-hidden="true">
        <MentionText text={text} names={mentionsIn(text, mentions).map(({ name }) => name)} />
        {/* A last line break has no height by itself. */}
        {'\u200b'}
      </div>
      <textarea
        ref={area}
        className={css.text}
        aria-label="Note"
        placeholder="Add a note"
        rows={2}
        autoComplete="off"
        maxLength={maxLength}
        readOnly={isReadOnly}
        value={text}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={chosen ? listId : undefined}
        aria-activedescendant={chosen ? optionId(chosen.id) : undefined}
        onChange={({ target }) => {
          // An inserted mention ends with a space already.
          if (caret === text.length && target.value === `${text} `) return
          setCaret(undefined)
          onChange({ text: target.value, mentions })
          follow()
        }}
        onSelect={follow}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(undefined)}
      />
      <span role="status" className="visually-hidden">
        {chosen && `${people.length} ${people.length === 1 ? 'person' : 'people'}: ${chosen.name}`}
        {hasNone && 'No one with this name can see this case'}
      </span>
      {chosen && (
        <div id={listId} role="listbox" aria-label="People who can see this case" className={css.people}>
          {people.map((person) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text area has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the text area has the focus
            <div
              key={person.id}
              id={optionId(person.id)}
              role="option"
              aria-selected={person === chosen}
              // The text area keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(person)}
            >
              {person.name}
              {person.is_own && ' (you)'}
            </div>
          ))}
        </div>
      )}
      {hasNone && (
        <p className={css.people} aria-hidden="true">
          No one with this name can see this case
        </p>
      )}
    </div>
  )
}

/** A text with its mentions highlighted. */
export function MentionText({ text, names }: { text: string; names: readonly string[] }) {
  return mentionParts(text, names).map(({ start, part, isMention }) =>
    isMention ? (
      <mark key={start} className={casesCss.mention}>
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
