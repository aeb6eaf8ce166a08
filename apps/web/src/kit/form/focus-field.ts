const FOCUSABLE = 'input, select, textarea, button, [tabindex]'

/** Puts the focus on the named field, or else on the first one with an error in the order of the page. */
export function focusField(form: HTMLFormElement, name: string | undefined): void {
  const named = name ? form.querySelector(`[name="${CSS.escape(name)}"]`) : null
  const target = named ?? form.querySelector('[aria-invalid="true"]')
  // A group of radio buttons is invalid as a whole; the focus goes to one of them.
  const within = target?.matches(FOCUSABLE)
    ? target
    : (target?.querySelector(':checked') ?? target?.querySelector(FOCUSABLE))
  if (!(within instanceof HTMLElement)) return
  within.focus()
  if (named instanceof HTMLInputElement) named.select()
}
