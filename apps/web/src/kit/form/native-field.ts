import type { NativeControl } from './rule-form.ts'

type Listeners = {
  onInput: (event: Event) => void
  onCommit: (control: NativeControl) => void
  onLeave: (control: NativeControl) => void
}

/**
 * Listens to the DOM events, because React's `onChange` on text is the `input` event and React has none for a committed
 * change. Returns how to stop.
 */
export function listenTo(control: NativeControl, { onInput, onCommit, onLeave }: Listeners): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const element: HTMLElement = control
  element.addEventListener('input', onInput, { signal })
  element.addEventListener(
    'change',
    (event) => {
      onInput(event)
      if (!isHalfTypedDate(control)) onCommit(control)
    },
    { signal },
  )
  element.addEventListener(
    'blur',
    (event) => {
      if (!isSameGroup(control, event)) onLeave(control)
    },
    { signal },
  )
  return () => listening.abort()
}

type Typed = { type: string; autocomplete: string; value: string }

/** Text without the spaces around it; undefined for controls without text, and for passwords and codes. */
export function trimmed({ type, autocomplete, value }: Typed): string | undefined {
  // A password that is shown has the type text.
  if (/password|one-time-code/.test(autocomplete)) return undefined
  return /^(textarea|text|search|email|tel|url)$/.test(type) ? value.trim() : undefined
}

/** Browsers fire `change` for every digit of a typed year: 0002, 0020, 0202, 2026. */
export function isHalfTypedDate({ type, value }: Omit<Typed, 'autocomplete'>): boolean {
  return /^(date|month|datetime-local)$/.test(type) && value.startsWith('0')
}

/** Moving from one radio button to another does not leave the field. */
function isSameGroup(control: NativeControl, { relatedTarget }: FocusEvent): boolean {
  return (
    control.type === 'radio' &&
    relatedTarget instanceof HTMLInputElement &&
    relatedTarget.name === control.name &&
    relatedTarget.form === control.form
  )
}

const FOCUSABLE = 'input, select, textarea, button, [tabindex]'

/** Focuses the named field, or else the first with an error in the order of the page. */
export function focusField(form: HTMLFormElement, name: string | undefined): void {
  const named = name ? form.querySelector(`[name="${CSS.escape(name)}"]`) : null
  const target = named ?? form.querySelector('[aria-invalid="true"]')
  // A radio group is invalid as a whole; one of its buttons takes the focus.
  const within = target?.matches(FOCUSABLE)
    ? target
    : (target?.querySelector(':checked') ?? target?.querySelector(FOCUSABLE))
  if (!(within instanceof HTMLElement)) return
  within.focus()
  if (named instanceof HTMLInputElement) named.select()
}
