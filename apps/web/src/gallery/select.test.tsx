import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectAccessible } from '../testing/axe.ts'
import { description } from '../testing/description.ts'
import { Section } from './sections/60-select.tsx'

const named = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
const list = () => screen.getByRole('listbox')
const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')]
const option = (text: string) => screen.getByText((_, element) => isOption(element, text))
const isOption = (element: Element | null, text: string) =>
  element?.role === 'option' && (element.textContent?.startsWith(text) ?? false)
/** Text of the active option, which a screen reader reads out. */
const highlighted = (input: Element) =>
  document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent
const live = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

let user: ReturnType<typeof userEvent.setup>
const press = (...keys: string[]) => user.keyboard(keys.map((key) => `{${key}}`).join(''))

beforeEach(() => {
  user = userEvent.setup()
  render(<Section />)
})
afterEach(() => {
  vi.useRealTimers()
})

test('the keyboard of a select with search', async () => {
  const company = named('Company')
  await user.click(company)
  expect(company.getAttribute('aria-expanded')).toBe('true')
  expect(company.placeholder).toBe('Select option')
  expect(list().getAttribute('aria-label')).toBe('Company')
  expect(highlighted(company)).toContain('NLF')
  await press('ArrowUp')
  expect(highlighted(company)).toContain('NLF')
  await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown')
  expect(highlighted(company)).toContain('TSI')
  await press('Home')
  expect(highlighted(company)).toContain('NLF')
  await press('End', 'PageUp', 'PageDown', 'Enter')
  expect(company.value).toBe('TSI · Tala Sari-Sari Inc.')
  expect(company.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(company)
  expect(live()).toContain('TSI · Tala Sari-Sari Inc. selected')
  await press('ArrowDown')
  expect(highlighted(company)).toContain('NLF')
  expect(company.value).toBe('')
  // Escape closes on key release, so that a surrounding dialog does not see the key.
  await user.keyboard('{Escape>}')
  expect(options()).toHaveLength(5)
  await user.keyboard('{/Escape}')
  expect(options()).toHaveLength(0)
  await user.keyboard('baya')
  expect(options().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('BHI')])
  await user.tab()
  expect(company.value).toBe('TSI · Tala Sari-Sari Inc.')
  expect(document.activeElement).not.toBe(company)
  act(() => company.focus())
  await press('Backspace')
  expect(company.getAttribute('aria-expanded')).toBe('true')
  expect(live()).toContain('TSI · Tala Sari-Sari Inc. removed')
  await press('ArrowDown', 'Enter', 'ArrowDown', 'Delete', 'Escape')
  expect(company.value).toBe('')
})

test('the mouse opens, highlights by hover and keeps the focus in the input', async () => {
  const company = named('Company')
  await user.click(company)
  expect(options()).toHaveLength(5)
  await user.click(option('OLD'))
  expect(document.activeElement).toBe(company)
  expect(options()).toHaveLength(5)
  await user.click(option('BHI'))
  expect(company.value).toContain('BHI')
  expect(options()).toHaveLength(0)
  const caret = company.parentElement?.querySelector('[data-caret]')
  if (!caret) throw new Error('A select has a caret.')
  for (const count of [5, 0, 5]) {
    await user.click(caret)
    expect(options()).toHaveLength(count)
  }
  await user.click(document.body)
  expect(options()).toHaveLength(0)
})

test('the keyboard of a select without search: Tab takes what the arrows reached', async () => {
  const method = named('Payment method')
  await user.click(method)
  expect(highlighted(method)).toContain('Cash')
  await user.tab()
  expect(method.value).toBe('')
  for (let time = 0; time < 2; time += 1) {
    act(() => method.focus())
    await press('ArrowDown', 'ArrowUp')
    await user.tab()
    expect(method.value).toBe('Cash')
    expect(document.activeElement).not.toBe(method)
  }
  act(() => method.focus())
  await press('Backspace', 'x', 'ArrowDown', 'Enter')
  expect(method.value).toBe('Credit card')
  await user.keyboard(' ')
  expect(options()).toHaveLength(4)
  await press('Escape')
  expect(options()).toHaveLength(0)
})

test('Enter submits the form only with the list closed; required blocks it only while empty', async () => {
  const form = within(screen.getByRole('form', { name: 'Required select' }))
  const text = () => screen.getByRole('form', { name: 'Required select' }).textContent
  const needed = named('Needed company')
  expect(needed.required).toBe(true)
  await user.click(form.getByRole('button', { name: 'Send' }))
  expect(text()).not.toContain('Sent')
  await user.click(needed)
  await press('Escape', 'ArrowDown', 'ArrowDown', 'Enter')
  expect(needed.value).toContain('SMC')
  expect(needed.required).toBe(false)
  expect(text()).not.toContain('Sent')
  await press('Enter')
  expect(text()).toContain('Sent SMC')
  await press('Backspace')
  expect(needed.required).toBe(true)
  await press('ArrowDown', 'z', 'Enter')
  expect(
    screen.getByText('No elements found. Consider changing the search query.', { selector: 'p' }),
  ).toBeDefined()
  await press('Escape', 'ArrowDown')
  // A held key repeats; the repetition must not submit.
  await user.keyboard('{Enter>2/}')
  expect(needed.value).toContain('NLF')
  expect(text()).toContain('Sent SMC')
})

test('empty, without a match, loading and full lists say so, and are announced', async () => {
  await user.click(named('Empty list'))
  expect(screen.getByText('List is empty.', { selector: 'p' })).toBeDefined()
  expect(live()).toContain('List is empty.')
  await user.keyboard('x')
  expect(live()).toContain('No elements found. Consider changing the search query.')
  await user.click(named('Late list'))
  expect(screen.getByText('Loading…', { selector: 'p' })).toBeDefined()
  expect(list().getAttribute('aria-busy')).toBe('true')
  await user.click(named('Two companies'))
  const full = 'Maximum of 2 options selected. First remove a selected option to select another.'
  expect(screen.getByText(full, { selector: 'p' })).toBeDefined()
  expect(live()).toContain(full)
  expect(options()).toHaveLength(0)
  await press('Backspace')
  expect(options()).toHaveLength(5)
})

test('1,200 options: 1,000 are listed, few rendered; search finds the rest, the shortest first', async () => {
  const branch = named('One of 1,200')
  await user.click(branch)
  expect(options()[0]?.getAttribute('aria-setsize')).toBe('1000')
  expect(options().length).toBeLessThan(16)
  await press('End')
  expect(highlighted(branch)).toContain('branch 00999')
  await user.keyboard('branch 0119')
  const kinds = ['Mall 0 5', 'Kiosk 4 9', 'Express 1 6', 'Warehouse 3 8', 'Fuel station 2 7']
  const found = kinds.flatMap((kind) =>
    kind
      .slice(-3)
      .split(' ')
      .map((end) => expect.stringContaining(`${kind.slice(0, -4)} branch 0119${end}`)),
  )
  expect(options().map(({ textContent }) => textContent)).toEqual(found)
  expect(live()).toContain('10 results')
})

test('a multiple select: chips, the number of hidden ones, removal by button and by key', async () => {
  const companies = named('Companies')
  expect(screen.getByText('and 1 more')).toBeDefined()
  const box = companies.parentElement
  if (!box) throw new Error('A select has a box.')
  const remove = (name: RegExp) => within(box).getByRole('button', { name })
  act(() => remove(/^Remove NLF/).focus())
  await press('Enter')
  expect(screen.queryByText('and 1 more')).toBeNull()
  expect(description(companies)).toMatch(/^2 selected: SMC · Sampaguita Market Corp., BHI/)
  expect(document.activeElement).toBe(remove(/^Remove SMC/))
  await user.click(remove(/^Remove BHI/))
  expect(companies.getAttribute('aria-expanded')).toBe('false')
  await user.click(companies)
  expect(list().getAttribute('aria-multiselectable')).toBe('true')
  expect(option('SMC').getAttribute('aria-selected')).toBe('true')
  await user.click(option('TSI'))
  expect(document.activeElement).toBe(companies)
  expect(companies.getAttribute('aria-expanded')).toBe('true')
  await press('Backspace', 'Backspace', 'Backspace')
  expect(options().filter((each) => each.getAttribute('aria-selected') === 'true')).toEqual([])
})

test('groups, and selecting a whole group', async () => {
  const city = named('City')
  await user.click(city)
  expect(highlighted(city)).toContain('Tarlac City')
  expect(within(screen.getByRole('group', { name: 'Visayas' })).getAllByRole('option')).not.toEqual([])
  await user.keyboard('city')
  expect(options().map(({ textContent }) => textContent)).toEqual(
    ['Tarlac City', 'Cebu City', 'Iloilo City', 'Davao City'].map((name) => expect.stringContaining(name)),
  )
  const cities = named('Cities')
  await user.click(cities)
  expect(highlighted(cities)).toContain('Luzon')
  await press('Enter')
  expect(description(cities)).toContain('3 selected: Tarlac City, Lipa, Santa Rosa')
  await press('Enter')
  expect(description(cities)).not.toContain('selected')
  await user.click(option('Visayas'))
  expect(description(cities)).toContain('2 selected: Cebu City, Iloilo City')
  await user.click(option('Bacolod'))
  expect(description(cities)).toContain('2 selected')
})

test('tags: a new text becomes an option and a chip, an existing one does not', async () => {
  const labels = named('Labels')
  await user.click(labels)
  await user.keyboard('Raffle ')
  expect(screen.getByText('Press enter to create a tag')).toBeDefined()
  await press('Enter')
  expect(screen.getByRole('button', { name: 'Remove Raffle' })).toBeDefined()
  expect(labels.value).toBe('')
  await press('ArrowDown')
  expect(options().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('fuel')])
  await user.keyboard('FUEL')
  expect(screen.queryByText('Press enter to create a tag')).toBeNull()
  expect(options()).toHaveLength(1)
})

test('an asynchronous search shows its loading state and drops outdated responses', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const branch = named('Branch, from the server')
  const first = () => options()[0]?.textContent
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await user.click(branch)
  await pass(0)
  expect(screen.getByText('Loading…', { selector: 'p' })).toBeDefined()
  await pass(2_000)
  expect(first()).toContain('branch 00000')
  await user.keyboard('1')
  await pass(300)
  await user.keyboard('234')
  await pass(700)
  expect(first()).toContain('branch 01234')
  // The reply to "1" would have come by now.
  await pass(5_000)
  expect(options()).toHaveLength(1)
  await press('Enter')
  expect(branch.value).toBe('Kiosk branch 01234')
  await press('ArrowDown')
  await user.keyboard('error')
  await pass(2_000)
  expect(live()).toContain('The options could not be loaded. Close the list and open it to try again.')
})

test('open lists break no rule of accessibility', async () => {
  for (const name of ['Company', 'Companies', 'Cities', 'Two companies', 'Labels', 'Late list']) {
    await user.click(named(name))
    expect(named(name).getAttribute('aria-expanded')).toBe('true')
    await expectAccessible(document.body)
  }
})
