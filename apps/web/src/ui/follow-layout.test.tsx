import { expect, test } from 'vitest'
import { followLayout } from './follow-layout.ts'

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

test('notices that the layout moved an element, without a scroll or a resize', async () => {
  const element = document.createElement('div')
  let top = 100
  element.getBoundingClientRect = () => new DOMRect(0, top, 200, 32)
  let moves = 0
  const stop = followLayout(
    () => element,
    () => {
      moves += 1
    },
  )
  expect(moves).toBe(1)
  await frame()
  expect(moves).toBe(1)
  top = 80
  await frame()
  await frame()
  expect(moves).toBe(2)
  stop()
  top = 60
  await frame()
  await frame()
  expect(moves).toBe(2)
})
