import type { NativeControl } from './rule-form.ts'

type Reactions = {
  onInput: (event: Event) => void
  onCommit: (control: NativeControl) => void
  onLeave: (control: NativeControl) => void
}

/**
 * Listens to the DOM's own events, because React's `onChange` on text is the `input` event, and there is nothing
 * in it for a committed change. Returns how to stop.
 */
export function listenTo(control: NativeControl, { onInput, onCommit, onLeave }: Reactions): () => void {
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

/** Text as it is kept. `undefined` for what is no text, or stays as it was typed. */
export function trimmed({ type, autocomplete, value }: Typed): string | undefined {
  // A password that is being looked at is of the type text.
  if (/password|one-time-code/.test(autocomplete)) return undefined
  return /^(textarea|text|search|email|tel|url)$/.test(type) ? value.trim() : undefined
}

/** Browsers commit a typed date with every digit of its year: 0002, 0020, 0202, 2026. */
export function isHalfTypedDate({ type, value }: Omit<Typed, 'autocomplete'>): boolean {
  return /^(date|month|datetime-local)$/.test(type) && value.startsWith('0')
}

/** From one radio button to the next is not leaving the field. */
function isSameGroup(control: NativeControl, { relatedTarget }: FocusEvent): boolean {
  return (
    control.type === 'radio' &&
    relatedTarget instanceof HTMLInputElement &&
    relatedTarget.name === control.name &&
    relatedTarget.form === control.form
  )
}
