import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, useLayoutEffect } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { show, testServer } from '../../testing/screen.tsx'
import { Palette } from './palette.tsx'
import { PaletteHost } from './palette-host.tsx'
import { setPalette } from './state.ts'

const user = userEvent.setup()
const source = { actions: [], results: [], hint: '' }
const TestPalette = () => <Palette useSource={() => source} />

testServer()
beforeEach(() => setPalette(false))

/** Opens the palette on a screen with a focused field; returns a function that delivers its code. */
async function openLoading(): Promise<(component: ComponentType) => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<ComponentType>()
  const load = () => promise
  await show('/', () => (
    <>
      <input aria-label="Ticket number" />
      <PaletteHost load={load} />
    </>
  ))
  await user.click(screen.getByLabelText('Ticket number'))
  act(() => setPalette(true))
  return (component) => act(async () => resolve(component))
}

test('keeps what is typed while the palette loads, and starts empty the next time', async () => {
  const deliver = await openLoading()
  await user.keyboard('light then{Backspace}{Enter}')
  await deliver(TestPalette)
  expect(screen.getByLabelText<HTMLInputElement>('Ticket number').value).toBe('')
  const field = screen.getByRole<HTMLInputElement>('combobox')
  expect(field.value).toBe('light the')
  await user.type(field, 'me')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Light theme'])
  act(() => setPalette(false))
  act(() => setPalette(true))
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('')
})

test('leaves keys to the palette as soon as it takes the focus', async () => {
  const deliver = await openLoading()
  let isDelivered: boolean | undefined
  await deliver(() => {
    useLayoutEffect(() => {
      isDelivered = dispatchEvent(new KeyboardEvent('keydown', { key: 'a', cancelable: true }))
    }, [])
    return null
  })
  expect(isDelivered).toBe(true)
})
