type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * A page can be filled in, or restored by the browser, before its code is there. React then keeps the text of a field
 * and never learns of it. Returns what replays the input to those who listen by then; called once.
 */
export function watchFilledIn(root: Element): () => void {
  const filled = new Map<Control, string | boolean>()
  const note = (control: Control) => filled.set(control, stateOf(control))
  const onInput = ({ target }: Event) => isControl(target) && note(target)
  root.addEventListener('input', onInput)
  for (const control of root.querySelectorAll('input, select, textarea'))
    if (isControl(control) && isChanged(control)) note(control)
  return () => {
    root.removeEventListener('input', onInput)
    for (const [control, state] of filled) if (control.isConnected) replay(control, state)
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

function stateOf(control: Control): string | boolean {
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
  else if (control.type === 'file') tell(control, 'change')
  else if (control instanceof HTMLSelectElement) {
    control.value = state
    tell(control, 'input')
    tell(control, 'change')
  } else replayText(control, state)
}

function replayText(control: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const isTyping = document.activeElement === control
  const { selectionStart, selectionEnd } = control
  // React passes on only what differs from what it last saw, which is the text that it found there.
  control.value = control.defaultValue
  // A search opens a list, which is for a field with the focus alone.
  if (control.role === 'combobox' && !isTyping) return
  Reflect.set(Object.getPrototypeOf(control), 'value', text, control)
  if (isTyping && selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd)
  tell(control, 'input')
}

/** By a click, which is the event that React takes a choice from. */
function replayChoice(control: Control, state: boolean): void {
  // The other buttons of a radio group lose their mark by themselves.
  if (!isChoice(control) || (control.type === 'radio' && !state)) return
  control.checked = !state
  control.click()
}

function tell(control: Control, type: 'input' | 'change'): void {
  control.dispatchEvent(new Event(type, { bubbles: true }))
}
