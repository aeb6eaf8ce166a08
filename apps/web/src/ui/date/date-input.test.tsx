import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../testing/axe.ts'
import { calendarDay, longDay } from './calendar-days.ts'
import { DateField } from './date-input.tsx'
import { dayAfter, today } from './days.ts'

const user = userEvent.setup()
let value = ''

function Example({ start = '', max }: { start?: string; max?: string }) {
  const [day, setDay] = useState(start)
  value = day
  return (
    <>
      <DateField label="Date from" value={day} onChange={setDay} max={max} />
      <button type="button">After</button>
    </>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('Date from')
const dayButton = (day: string) => screen.getByRole('button', { name: longDay(day) })

test('one Tab passes a date, which is read when it is left', async () => {
  render(<Example />)
  await user.tab()
  expect(document.activeElement).toBe(field())
  await user.keyboard('25/10/2026')
  expect([field().value, value]).toEqual(['25/10/2026', ''])
  await user.tab()
  expect(document.activeElement?.textContent).toBe('After')
  expect([field().value, value]).toEqual(['25 Oct 2026', '2026-10-25'])
})

test('Enter reads a date, and text that is not a date stays', async () => {
  render(<Example start="2026-10-25" />)
  expect(field().value).toBe('25 Oct 2026')
  await user.clear(field())
  await user.type(field(), '-7{Enter}')
  expect(value).toBe(dayAfter(today(), -7))
  await user.clear(field())
  await user.type(field(), 'soon{Enter}')
  expect([field().value, value]).toEqual(['soon', 'soon'])
})

test('the calendar opens by keyboard on the typed date, moves by keys and returns the focus', async () => {
  render(<Example max="2026-10-30" />)
  await user.type(field(), '25 oct 2026')
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await waitFor(() => expect(document.activeElement).toBe(dayButton('2026-10-25')))
  await expectAccessible(document.body)
  expect(screen.getByRole('gridcell', { selected: true }).textContent).toBe('25')
  const reach = async (keys: string, day: string) => {
    await user.keyboard(keys)
    expect(document.activeElement?.getAttribute('aria-label')).toBe(longDay(day))
  }
  await reach('{ArrowLeft}', '2026-10-24')
  await reach('{ArrowUp}', '2026-10-17')
  await reach('{Home}', '2026-10-12')
  await reach('{End}', '2026-10-18')
  await reach('{PageUp}', '2026-09-18')
  await reach('{Shift>}{PageUp}{/Shift}', '2025-09-18')
  await reach('{Shift>}{PageDown}{/Shift}', '2026-09-18')
  await reach('{PageDown}', '2026-10-18')
  await reach('{ArrowDown}', '2026-10-25')
  // The last day that may be chosen.
  await reach('{ArrowDown}', '2026-10-30')
  expect(dayButton('2026-10-31').getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('button', { name: 'Next month' }).getAttribute('aria-disabled')).toBe('true')
  await user.keyboard('{Enter}')
  expect(value).toBe('2026-10-30')
  expect(document.activeElement).toBe(field())
  expect(field().value).toBe(calendarDay('2026-10-30'))
})
