type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Records fields that the user or the browser changes before hydration, because React keeps their text in the DOM but
 * fires no event. Returns a function that replays the recorded input as events; call it once.
 */
export function recordInput(root: Element): () => void {
  const filled = new Map<Control, string | boolean>()
  const note = (control: Control) => filled.set(control, readValue(control))
  const onInput = ({ target }: Event) => isControl(target) && note(target)
  root.addEventListener('input', onInput)
  for (const control of root.querySelectorAll('input, select, textarea'))
    if (isControl(control) && isChanged(control)) note(control)
  return () => {
    root.removeEventListener('input', onInput)
    for (const [control, state] of filled) if (control.isConnected) replay(control, state)
    for (const control of filled.keys()) if (control !== document.activeElement) leave(control)
    filled.clear()
  }
}

function isControl(target: unknown): target is Control {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
}

const isChoice = (control: Control): control is HTMLInputElement => /^(checkbox|radio)$/.test(control.type)

function readValue(control: Control): string | boolean {
  return isChoice(control) ? control.checked : control.value
}

function isChanged(control: Control): boolean {
  if (isChoice(control)) return control.checked !== control.defaultChecked
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue
  return (
    control.selectedIndex !==
    Math.max(
      0,
      [...control.options].findIndex((each) => each.defaultSelected),
    )
  )
}

function replay(control: Control, state: string | boolean): void {
  if (typeof state === 'boolean') replayChoice(control, state)
  else if (control.type === 'file') fire(control, 'change')
  else if (control instanceof HTMLSelectElement) {
    control.value = state
    fire(control, 'input')
    fire(control, 'change')
  } else replayText(control, state)
}

function replayText(control: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const isTyping = document.activeElement === control
  const { selectionStart, selectionEnd } = control
  // React ignores an `input` event whose value equals the one it last tracked, here the hydrated text.
  control.value = control.defaultValue
  // Replayed input opens the list of a combobox, which only the focused field may do.
  if (control.role === 'combobox' && !isTyping) return
  Reflect.set(Object.getPrototypeOf(control), 'value', text, control)
  if (isTyping && selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd)
  fire(control, 'input')
}

/** React listens to `click` for checkboxes and radio buttons. */
function replayChoice(control: Control, state: boolean): void {
  // The browser unchecks the other radio buttons of the group.
  if (!isChoice(control) || (control.type === 'radio' && !state)) return
  control.checked = !state
  control.click()
}

/** Forms check a field when it loses the focus, which happened before they listened. */
function leave(control: Control): void {
  control.dispatchEvent(new FocusEvent('blur'))
  control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}

function fire(control: Control, type: 'input' | 'change'): void {
  control.dispatchEvent(new Event(type, { bubbles: true }))
}
