import type { NativeControl } from './rule-form.ts'

type Listeners = {
  onInput: (event: Event) => void
  onCommit: (control: NativeControl) => void
  onLeave: (control: NativeControl) => void
}

/**
 * Listens to DOM events, because React has no event for a committed change. Its `onChange` is the `input` event.
 * Returns a function that stops.
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
      onCommit(control)
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

type TextControl = { type: string; autocomplete: string; value: string }

/** Trimmed text; undefined for controls without text, and for passwords and codes. */
export function trimmed({ type, autocomplete, value }: TextControl): string | undefined {
  // A visible password has the type text.
  if (/password|one-time-code/.test(autocomplete)) return undefined
  return /^(textarea|text|search|email|tel|url)$/.test(type) ? value.trim() : undefined
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

/** Focuses the named field, or the first field with an error. */
export function focusField(form: HTMLFormElement, name: string | undefined): void {
  const named = name ? form.querySelector(`[name="${CSS.escape(name)}"]`) : null
  const target = named ?? form.querySelector('[aria-invalid="true"]')
  // The error is on the radio group; the focus goes to one of its buttons.
  const within = target?.matches(FOCUSABLE)
    ? target
    : (target?.querySelector(':checked') ?? target?.querySelector(FOCUSABLE))
  if (!(within instanceof HTMLElement)) return
  within.focus()
  // A browser scrolls to the control only, not to the message below it.
  const message = within.getAttribute('aria-describedby')?.split(' ')[0]
  if (message) document.getElementById(message)?.scrollIntoView({ block: 'nearest' })
  if (named instanceof HTMLInputElement) named.select()
}
