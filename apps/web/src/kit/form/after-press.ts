let isPressed = false
const waiting: (() => void)[] = []

/**
 * Runs immediately, or after the click while a mouse button is down. Leaving a field often starts with a press on a
 * button below it. An error that appears or disappears in between would move the button, and the click would be lost.
 */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.push(run)
  else run()
}

/** Keys end a press too, because a release outside the window may fire no event. */
const ENDS = ['pointerup', 'pointercancel', 'keydown'] as const

/** Watches the presses on a page. Repeated calls for the same page have no effect. */
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
