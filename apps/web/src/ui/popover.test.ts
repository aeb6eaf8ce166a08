import { expect, test } from 'vitest'
import { placePanel } from './popover.tsx'

const view = { width: 1280, height: 800, contentLeft: 232 }
const button = (left: number, top = 100) => ({ left, right: left + 80, top, bottom: top + 32 })

test.each([
  ['it starts at its button', 260, 360, 260],
  ['it ends at its button if the window is too narrow for that', 1180, 360, 900],
  ['it ends at the button in a corner', 1240, 232, 1040],
  ['it never covers the sidebar', 900, 1000, 240],
])('%s', (_what, left, width, expected) => {
  expect(placePanel(button(left), width, view).left).toBe(expected)
})

test('it stays within a narrow window', () => {
  const phone = { width: 360, height: 700, contentLeft: 0 }
  expect(placePanel(button(20), 328, phone).left).toBe(20)
  expect(placePanel(button(200), 328, phone).left).toBe(8)
})

test('it opens below, or above where only there is space', () => {
  expect(placePanel(button(260), 232, view)).toMatchObject({ top: 136, bottom: null, space: 656 })
  expect(placePanel(button(260, 700), 232, view)).toMatchObject({ top: null, bottom: 104, space: 688 })
  expect(placePanel(button(260, 480), 232, { ...view, height: 800 })).toMatchObject({ top: null })
  expect(placePanel(button(260, 460), 232, view)).toMatchObject({ top: 496 })
})
