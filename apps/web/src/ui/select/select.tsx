import {
  type ChangeEvent,
  type KeyboardEvent,
  type MouseEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { Field, type FieldProps } from '../field.tsx'
import { Icon } from '../icon.tsx'
import type { SelectValue } from './options.ts'
import { usePlacement } from './placement.ts'
import css from './select.module.css'
import { SelectChips } from './select-items.tsx'
import { rowId, SelectList } from './select-list.tsx'
import { CHIPS_LIMIT, MESSAGES, type SelectProps } from './select-props.ts'
import { keyAction, useSelect } from './use-select.ts'

/**
 * A combobox with a listbox after the WAI-ARIA practices; the input keeps the focus. Supports one or several options,
 * groups, tags that the user creates, and search in the browser or by the server (`useOptionSearch`). The value is the
 * option's `value` or null, an array with `multiple`. It opens on focus, unless it has an error; Enter in the open list selects and never
 * submits the form, Tab leaves, Escape closes.
 */
export function Select<V extends SelectValue>(props: SelectProps<V>) {
  const ownId = useId()
  const { id = ownId, placeholder = MESSAGES.placeholder, loading = false, required = false } = props
  const listId = `${ownId}list`
  const chosenId = `${ownId}chosen`
  const box = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const windowLeft = useRef(false)
  // The text of its label also names the list.
  const [label, setLabel] = useState('')
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(props.ref, () => input.current, [])

  const { state, rules, context, highlight, value, nameOf, send, message, live } = useSelect(props)
  const { open, query } = state
  const { multiple, searchable, disabled } = rules
  usePlacement(open, box, popup)

  const [first] = value
  const one = !multiple && first !== undefined ? nameOf(first) : undefined
  const isLocked = (held: V) => disabled || Boolean(context.index.byValue.get(held)?.disabled)

  function press(event: MouseEvent<HTMLElement>) {
    if (event.button !== 0 || !(event.target instanceof Element) || event.target.closest('button')) return
    if (event.target !== input.current) event.preventDefault()
    if (open && event.target.closest('[data-caret]')) return send({ type: 'close' })
    input.current?.focus()
    // Inside a disabled fieldset the input cannot be focused.
    if (document.activeElement === input.current) send({ type: 'open' })
  }

  function type(event: ChangeEvent<HTMLInputElement>) {
    if (!searchable) return
    // A closed list shows the selected label, so typed text starts a new search.
    const typed = event.nativeEvent instanceof InputEvent ? (event.nativeEvent.data ?? '') : ''
    send({ type: 'type', query: open || one === undefined ? event.target.value : typed })
  }

  function pressKey(event: KeyboardEvent<HTMLInputElement>) {
    const { key, repeat, shiftKey, ctrlKey, altKey, metaKey, nativeEvent } = event
    const modified = shiftKey || ctrlKey || altKey || metaKey
    const pressed = { key, repeat, modified, composing: nativeEvent.isComposing }
    const action = keyAction(pressed, { open, query, searchable, disabled })
    if (action.prevent) event.preventDefault()
    if (action.stop) event.stopPropagation()
    if (action.event) send(action.event)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for the focus leaving, not for an action
    <div
      className={css.select}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur?.()
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger place to press; the role is its input's */}
      <div
        ref={box}
        className={css.box}
        data-open={open || undefined}
        data-invalid={props['aria-invalid']}
        data-disabled={disabled || undefined}
        onMouseDown={press}
      >
        {multiple && value.length > 0 && (
          <SelectChips
            value={value}
            limit={props.limit ?? CHIPS_LIMIT}
            nameOf={nameOf}
            canRemove={(held) => !isLocked(held)}
            onRemove={(held) => send({ type: 'remove', value: held })}
            onEmptied={() => input.current?.focus()}
          />
        )}
        <input
          ref={input}
          id={id}
          className={css.input}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          inputMode={searchable ? undefined : 'none'}
          data-fixed={searchable ? undefined : true}
          disabled={disabled}
          required={required && value.length === 0}
          placeholder={one ?? (value.length > 0 ? undefined : placeholder)}
          value={open ? query : (one ?? query)}
          title={open ? undefined : one}
          aria-label={props['aria-label']}
          aria-labelledby={props['aria-labelledby']}
          aria-invalid={props['aria-invalid']}
          aria-describedby={
            [multiple && value.length > 0 && chosenId, props['aria-describedby']].filter(Boolean).join(' ') ||
            undefined
          }
          aria-required={required || props['aria-required']}
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          aria-activedescendant={open && highlight >= 0 ? rowId(listId, highlight) : undefined}
          aria-autocomplete={searchable ? 'list' : 'none'}
          onFocus={({ currentTarget: { labels } }) => {
            setLabel(labels?.[0]?.textContent ?? placeholder)
            // The list would cover the message below the field.
            if (!windowLeft.current && !props['aria-invalid']) send({ type: 'open' })
            windowLeft.current = false
          }}
          onBlur={(event) => {
            // If the window lost the focus, not the field, returning must not open the list.
            windowLeft.current = document.activeElement === event.target
            send({ type: 'close' })
          }}
          onChange={type}
          onKeyDown={pressKey}
          onKeyUp={({ key }) => key === 'Escape' && send({ type: 'close' })}
        />
        {loading && <span className={css.spinner} />}
        {rules.allowEmpty && value.some((held) => !isLocked(held)) && (
          <button
            type="button"
            className={css.clear}
            // Not in the tab order, because Backspace does the same.
            tabIndex={-1}
            aria-label="Clear"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => send({ type: 'clear' })}
          >
            <Icon name="close" size={12} />
          </button>
        )}
        <span className={css.caret} data-caret="" />
      </div>
      {open && (
        <SelectList
          id={listId}
          label={props['aria-label'] ?? label}
          labelledBy={props['aria-labelledby']}
          popup={popup}
          context={context}
          highlight={highlight}
          query={query}
          message={message}
          loading={loading}
          showLabels={props.showLabels ?? true}
          onPoint={(row) => send({ type: 'point', row })}
          onChoose={(row) => send({ type: 'choose', row })}
        />
      )}
      {multiple && value.length > 0 && (
        <span id={chosenId} hidden>
          {value.length} selected: {value.map(nameOf).join(', ')}
        </span>
      )}
      <span role="status" className="visually-hidden">
        {live}
      </span>
      {props.name &&
        value.map((held) => (
          <input
            key={String(held)}
            type="hidden"
            name={props.name}
            value={String(held)}
            disabled={disabled}
          />
        ))}
    </div>
  )
}

type Props<V extends SelectValue> = SelectProps<V> & Omit<FieldProps, 'required'>

/** The searchable select as a field: one or several of many options. */
export function SearchableSelectField<V extends SelectValue>({
  label,
  error,
  hint,
  below,
  optional,
  ...select
}: Props<V>) {
  // The compiler does not narrow the rest of a union.
  const props = select as SelectProps<V>
  return (
    <Field label={label} error={error} hint={hint} below={below} optional={optional}>
      {(control) => <Select {...props} {...control} />}
    </Field>
  )
}
