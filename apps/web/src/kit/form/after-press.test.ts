import { setTimeout as passed } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { afterPress, watchPresses } from './after-press.ts'

const page = new EventTarget()
watchPresses(page)

const fire = (type: string, button = 0) => page.dispatchEvent(Object.assign(new Event(type), { button }))

/** Leaves a field. The returned function is true after its check. */
function leave() {
  let isChecked = false
  afterPress(() => {
    isChecked = true
  })
  return () => isChecked
}

test('checks a field that is left without a press immediately', () => {
  expect(leave()()).toBe(true)
})

test.each(['pointerup', 'pointercancel', 'keydown'])(
  'a field that a press leaves is checked after %s and its click',
  async (end) => {
    fire('pointerdown')
    const isChecked = leave()
    fire(end)
    expect(isChecked()).toBe(false)
    await passed(0)
    expect(isChecked()).toBe(true)
    expect(leave()()).toBe(true)
  },
)

test('ignores other mouse buttons', () => {
  fire('pointerdown', 2)
  expect(leave()()).toBe(true)
})
