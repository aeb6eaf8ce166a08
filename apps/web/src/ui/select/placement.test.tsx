import { renderHook } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { usePlacement } from './placement.ts'

type Report = (entries: readonly { isIntersecting: boolean }[]) => void

test('hides a list by the last of several reports about its anchor', () => {
  let report: Report = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class extends IntersectionObserver {
      constructor(callback: Report) {
        super(() => {})
        report = callback
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const list = document.createElement('div')
  renderHook(() => usePlacement(true, { current: document.createElement('div') }, { current: list }))
  report([{ isIntersecting: true }, { isIntersecting: false }])
  expect(list.style.visibility).toBe('hidden')
  report([{ isIntersecting: false }, { isIntersecting: true }])
  expect(list.style.visibility).toBe('')
})
