import { expect, test, vi } from 'vitest'
import { scrollCue } from './table.tsx'

test('marks an element while it hides something at its right', () => {
  let resized = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  const element = document.createElement('div')
  const size = (name: string, value: number) =>
    Object.defineProperty(element, name, { value, configurable: true, writable: true })
  size('clientWidth', 100)
  size('scrollWidth', 100)
  const stop = scrollCue(element)
  const isCut = () => element.hasAttribute('data-cut')
  resized()
  expect(isCut()).toBe(false)
  size('scrollWidth', 180)
  resized()
  expect(isCut()).toBe(true)
  size('scrollLeft', 80)
  element.dispatchEvent(new Event('scroll'))
  expect(isCut()).toBe(false)
  stop?.()
  size('scrollLeft', 0)
  element.dispatchEvent(new Event('scroll'))
  expect(isCut()).toBe(false)
  vi.unstubAllGlobals()
})
