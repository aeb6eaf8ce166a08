let isPressed = false
const waiting: (() => void)[] = []

/**
 * Runs at once; while a mouse button is down, after the click that its release makes. The press that leaves a field is
 * often one on the button below it: an error that came or went in between would move the button from under the pointer,
 * and the click would be lost.
 */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.push(run)
  else run()
}

/** Keys end a press too: its release outside the window may never be heard of. */
const ENDS = ['pointerup', 'pointercancel', 'keydown'] as const

/** Watches the presses on a page. Another call for the same page changes nothing. */
export function watchPresses(page: EventTarget): void {
  page.addEventListener('pointerdown', onPress, true)
  for (const type of ENDS) page.addEventListener(type, onEnd, true)
}

function onPress(event: Event): void {
  isPressed = 'button' in event && event.button === 0
}

function onEnd(): void {
  if (!isPressed) return
  isPressed = false
  // The click follows in the same task.
  setTimeout(() => {
    for (const run of waiting.splice(0)) run()
  })
}
