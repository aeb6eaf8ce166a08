import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectAccessible } from '../testing/axe.ts'
import { description } from '../testing/description.ts'
import { Section } from './sections/40-forms.tsx'

const STAFF = 'New member of staff'

let user: ReturnType<typeof userEvent.setup>
let form: ReturnType<typeof open>

function open(name: string) {
  const element = screen.getByLabelText(name, { selector: 'form' })
  const { getByLabelText, getByText, queryByRole } = within(element)
  return {
    element,
    /** Lists of options have the label of their input. */
    field: (label: string) =>
      getByLabelText<HTMLInputElement>(label, { selector: 'input, select, [role=radiogroup]' }),
    showPassword: () => getByText('first password', { selector: 'span' }),
    button: (text: string) => getByText(text, { selector: 'button' }),
    state: (text: string) => getByText(text, { exact: false, selector: 'p' }),
    sent: () => element.querySelector('output')?.textContent,
    problem: () => queryByRole('alert')?.textContent,
  }
}

const expectMessage = (label: string, message: string) =>
  waitFor(() => expect(description(form.field(label))).toBe(message))

async function fill(label: string, text: string): Promise<void> {
  await user.clear(form.field(label))
  await user.type(form.field(label), text)
}

async function fillAndLeave(label: string, text: string): Promise<void> {
  await fill(label, text)
  await user.tab()
}

async function fillStaff(): Promise<void> {
  form = open(STAFF)
  await user.type(form.field('Given name'), ' Maria ')
  await user.type(form.field('Work email'), 'maria@northline.test')
  await user.type(form.field('First password'), 'Brand-new#2026')
  await user.type(form.field('Repeat it'), 'Brand-new#2026')
  await user.selectOptions(form.field('Branch'), '0012')
  await user.click(form.field('Point of sale'))
  await user.click(form.field('Read the house rules'))
}

beforeEach(() => {
  user = userEvent.setup()
  render(<Section />)
})
afterEach(() => {
  vi.useRealTimers()
})

test('an untouched form shows no errors, although it is invalid', async () => {
  form = open(STAFF)
  await waitFor(() => form.state('Some fields are not valid · no unsaved changes'))
  expect(form.element.querySelectorAll('[aria-invalid]')).toHaveLength(0)
  expect(form.element.textContent).not.toMatch(/Enter|must/i)
})

test('typing never shows or clears an error; leaving the field does', async () => {
  form = open(STAFF)
  await user.type(form.field('Given name'), 'M{Backspace}')
  await waitFor(() => form.state('no unsaved changes'))
  await expectMessage('Given name', '')
  await user.tab()
  await expectMessage('Given name', 'Enter Given name')
  await user.type(form.field('Given name'), 'Maria')
  await waitFor(() => form.state('· unsaved changes'))
  await expectMessage('Given name', 'Enter Given name')
  await user.tab()
  await expectMessage('Given name', '')
})

test('a committed change is checked at once: Enter in text, a choice elsewhere', async () => {
  form = open(STAFF)
  await user.type(form.field('Work email'), 'maria.reyes@northline{Enter}')
  await expectMessage('Work email', 'Invalid email address')
  await expectMessage('Desk', 'Enter Desk')

  await user.selectOptions(form.field('Branch'), '0031')
  await expectMessage('Branch', '')
  await user.selectOptions(form.field('Branch'), '')
  await expectMessage('Branch', 'Select Branch')
  await user.click(form.field('Fuel'))
  await expectMessage('Desk', '')
  await user.click(form.field('Read the house rules'))
  await expectMessage('Read the house rules', '')
  await user.click(form.field('Read the house rules'))
  await expectMessage('Read the house rules', 'Enter Read the house rules')
})

test('only the first rule that fails is shown', async () => {
  form = open(STAFF)
  for (const [text, message] of [
    ['a', 'Must contain at least 12 characters'],
    ['aaaaaaaaaaaaa', 'Must contain both uppercase and lowercase characters'],
    ['aaaaaaaaaaaaA', 'Must contain at least one number'],
    ['aaaaaaaaaaaA1', 'Must contain at least one special character'],
    ['aaaaaaaaaa A1#', 'This field cannot contain any spaces.'],
    ['aaaaaaaaaaA1#', ''],
  ] as const) {
    await fillAndLeave('First password', text)
    await expectMessage('First password', message)
  }
})

test('a field is checked with the one it refers to, once it was checked itself', async () => {
  form = open(STAFF)
  for (const text of ['Brand-new#2026', 'Brand-new#2027']) {
    await fillAndLeave('First password', text)
    await expectMessage('Repeat it', '')
  }
  await fillAndLeave('Repeat it', 'Brand-new#2027')
  await expectMessage('Repeat it', '')
  await fill('First password', 'Brand-new#2028')
  await expectMessage('Repeat it', '')
  await user.tab()
  await expectMessage('Repeat it', 'Passwords do not match')
  await fillAndLeave('First password', 'Brand-new#2027')
  await expectMessage('Repeat it', '')
})

test('text is trimmed when it is committed, passwords never', async () => {
  form = open(STAFF)
  const name = form.field('Given name')
  await user.type(name, '  Maria Clara ')
  expect(name.value).toBe('  Maria Clara ')
  await user.tab()
  expect(name.value).toBe('Maria Clara')
  await fillAndLeave('Given name', '   ')
  await expectMessage('Given name', 'Enter Given name')

  await user.type(form.field('First password'), ' Brand-new#2026 ')
  await user.click(form.showPassword())
  await user.tab()
  expect(form.field('First password').value).toBe(' Brand-new#2026 ')
  await expectMessage('First password', 'This field cannot contain any spaces.')
})

test('a date is read when it is left, and text that is not a date stays', async () => {
  form = open('New tender')
  const day = form.field('Starts on')
  await user.type(day, '1 Dec 2025')
  await waitFor(() => form.state('· unsaved changes'))
  await expectMessage('Starts on', '')
  await user.tab()
  await expectMessage('Starts on', 'Before this year')
  await fillAndLeave('Starts on', '31/2/2026')
  await expectMessage('Starts on', 'Enter a date, such as 25 Oct 2026')
  expect(day.value).toBe('31/2/2026')
  await fillAndLeave('Starts on', '25/10/2026')
  await expectMessage('Starts on', '')
  expect(day.value).toBe('25 Oct 2026')
})

test('a searchable select commits its choice, is checked when it is left and focused as invalid', async () => {
  form = open('Assignment')
  await user.click(form.button('Save'))
  await waitFor(() => expect(document.activeElement).toBe(form.field('Company')))
  expect(description(form.field('Company'))).toContain('Select Company')
  await user.keyboard('retail{Enter}')
  await waitFor(() => expect(description(form.field('Company'))).not.toContain('Select Company'))
  expect(form.sent()).toBe('')
  await user.tab()
  await user.tab()
  await waitFor(() => expect(description(form.field('Branches'))).toContain('Select Branches'))
  await user.click(form.field('Branches'))
  await user.keyboard('{Enter}{Escape}')
  await waitFor(() => expect(description(form.field('Branches'))).not.toContain('Select Branches'))
  await user.click(form.button('Save'))
  await waitFor(() => expect(form.sent()).toContain('{"company":"NLR","branches":["0012"]}'))
})

test('submitting checks every field and focuses the first invalid one', async () => {
  form = open(STAFF)
  await user.type(form.field('Given name'), 'Maria')
  await user.click(form.button('Save'))
  await waitFor(() => expect(document.activeElement).toBe(form.field('Work email')))
  await expectMessage('Work email', 'Enter Work email')
  await expectMessage('Mobile', '09 or +639, then nine digits.')
  await expectMessage('Branch', 'Select Branch')
  await expectMessage('Desk', 'Enter Desk')
  expect(form.sent()).toBe('')
  await expectAccessible(form.element)
})

test('a password is shown by its button and hidden when the form is submitted', async () => {
  form = open(STAFF)
  const password = form.field('First password')
  await user.type(password, 'a')
  await user.click(form.showPassword())
  expect(document.activeElement).toBe(password)
  expect(password.type).toBe('text')
  await expectMessage('First password', '')
  await user.click(form.button('Save'))
  await waitFor(() => expect(password.type).toBe('password'))
})

test('a reset clears values and messages', async () => {
  form = open('New tender')
  await user.type(form.field('Tender code'), 'not a code')
  await user.click(form.button('Save'))
  await expectMessage('Tender code', 'Tender code is invalid Letters and digits.')
  await user.click(form.button('Start over'))
  expect(form.field('Tender code').value).toBe('')
  await expectMessage('Tender code', 'Letters and digits.')
  await waitFor(() => form.state('no unsaved changes'))
})

test('server errors are shown at their fields until those are committed; the first is focused', async () => {
  form = open('New tender')
  const code = form.field('Tender code')
  const taken = 'Another tender has this code Letters and digits.'
  await user.type(code, '0021')
  await user.type(form.field('Starts on'), '2026-12-01')
  await user.click(form.button('Save'))
  await expectMessage('Tender code', taken)
  await expectMessage('Starts on', 'Starts before its company does')
  await waitFor(() => expect(document.activeElement).toBe(code))
  expect(form.problem()).toBeUndefined()
  expect(code.value).toBe('0021')
  await expectAccessible(form.element)

  await user.tab()
  await expectMessage('Tender code', taken)
  await fill('Tender code', '0022')
  await expectMessage('Tender code', taken)
  await user.tab()
  await expectMessage('Tender code', 'Letters and digits.')
  await user.selectOptions(form.field('Server reply'), 'takes it')
  await user.click(form.button('Save'))
  await waitFor(() => expect(form.sent()).toContain('Sent 1×'))
  await expectMessage('Starts on', '')
})

test('a server error without a field is shown at the top and keeps the input', async () => {
  form = open('New tender')
  await user.type(form.field('Tender code'), '0021')
  await user.type(form.field('Starts on'), '2026-12-01')
  await user.selectOptions(form.field('Server reply'), 'refuses the whole')
  await user.click(form.button('Save'))
  await waitFor(() => expect(form.problem()).toBe('Someone else saved this first.'))
  expect(form.field('Tender code').value).toBe('0021')
  form.state('· unsaved changes')
  await user.selectOptions(form.field('Server reply'), 'refuses a field and something else')
  await user.click(form.button('Save'))
  await waitFor(() => expect(form.problem()).toBe('Not accepted. The company is closed.'))
  await waitFor(() => expect(document.activeElement).toBe(form.field('Tender code')))
})

/** True if the browser would ask before it leaves the page. */
const isLeavingAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a form is submitted once, however often Save is pressed, and is clean afterwards', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  expect(isLeavingAsked()).toBe(false)
  await fillStaff()
  await waitFor(() => form.state('· unsaved changes'))
  expect(isLeavingAsked()).toBe(true)
  fireEvent.submit(form.element)
  await user.dblClick(form.button('Save'))
  await user.type(form.field('Given name'), '{Enter}')
  fireEvent.submit(form.element)
  await waitFor(() => expect(form.sent()).toContain('Sent'))
  // A second submission would have arrived by now.
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(form.sent()).toContain('Sent 1×')
  expect(form.sent()).toContain('"given_name":"Maria"')
  await waitFor(() => form.state('All fields are valid · no unsaved changes'))
  expect(isLeavingAsked()).toBe(false)
  await user.click(form.button('Save'))
  await waitFor(() => expect(form.sent()).toContain('Sent 2×'))
})

test('input while submitting is still unsaved afterwards', async () => {
  await fillStaff()
  await user.click(form.button('Save'))
  await waitFor(() => expect(form.button('Save').getAttribute('aria-disabled')).toBe('true'))
  await fill('Given name', 'Maria Clara')
  await waitFor(() => expect(form.sent()).toContain('"given_name":"Maria"'))
  await waitFor(() => form.state('· unsaved changes'))
  expect(form.field('Given name').value).toBe('Maria Clara')
  expect(isLeavingAsked()).toBe(true)
})
