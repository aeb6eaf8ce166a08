import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLazyPart } from './use-lazy.tsx'

const FAILED = 'The columns could not be loaded.'
let imports: PromiseWithResolvers<string>[]

beforeEach(() => {
  vi.useFakeTimers()
  imports = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function load(): Promise<string> {
  const next = Promise.withResolvers<string>()
  imports.push(next)
  return next.promise
}

function Part({ wanted = true }) {
  const [text, failure] = useLazyPart('The columns', load, wanted)
  return <main>{text ?? failure ?? 'Loading'}</main>
}

const main = () => screen.getByRole('main').textContent
const settle = (settled: () => void) => act(async () => settled())
const passMs = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a load that fails is replaced by a notice that reloads the page', async () => {
  vi.useRealTimers()
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  render(<Part />)
  expect(main()).toBe('Loading')
  await settle(() => imports[0]?.reject(new Error('404')))
  expect(screen.getByRole('alert').textContent).toContain(FAILED)
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledOnce()
  expect(imports).toHaveLength(1)
})

test('a load that never settles fails after 20 seconds, even if the screen renders meanwhile', async () => {
  const { rerender } = render(<Part />)
  await passMs(19_000)
  rerender(<Part />)
  expect(main()).toBe('Loading')
  await passMs(1_000)
  expect(main()).toContain(FAILED)
  expect(imports).toHaveLength(1)
})

test('a part that arrives after the limit is shown', async () => {
  render(<Part />)
  await passMs(20_000)
  await settle(() => imports[0]?.resolve('Columns'))
  expect(main()).toBe('Columns')
})

test('a part in time stays after the limit', async () => {
  render(<Part />)
  await settle(() => imports[0]?.resolve('Columns'))
  await passMs(20_000)
  expect(main()).toBe('Columns')
})

test('the next visit to the part loads it again, below the notice until it arrives', async () => {
  const { rerender } = render(<Part />)
  await settle(() => imports[0]?.reject(new Error('Offline')))
  rerender(<Part wanted={false} />)
  expect(main()).toBe('Loading')
  rerender(<Part />)
  expect(main()).toContain(FAILED)
  await settle(() => imports[1]?.resolve('Columns'))
  expect(main()).toBe('Columns')
})

test('a load of a part that is no longer wanted fails without a notice', async () => {
  const { rerender } = render(<Part />)
  rerender(<Part wanted={false} />)
  await settle(() => imports[0]?.reject(new Error('Offline')))
  rerender(<Part />)
  expect(main()).toBe('Loading')
})

test('a part that arrives while it is not wanted is shown without another load', async () => {
  const { rerender } = render(<Part />)
  rerender(<Part wanted={false} />)
  await settle(() => imports[0]?.resolve('Columns'))
  rerender(<Part />)
  expect(main()).toBe('Columns')
  expect(imports).toHaveLength(1)
})
