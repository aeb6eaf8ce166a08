import { act, createEvent, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectAccessible } from '../testing/axe.ts'
import { description } from '../testing/description.ts'
import { Section as Tabs } from './sections/30-tabs.tsx'
import { Section } from './sections/35-overlays.tsx'

let user: ReturnType<typeof userEvent.setup>
const press = (...keys: string[]) => user.keyboard(keys.map((key) => `{${key}}`).join(''))
const button = (name: string) => screen.getByText(name, { selector: 'button' })
const labelled = (name: string, selector: string) => screen.getByLabelText(name, { selector })
const focused = () => document.activeElement?.textContent

const popover = () => labelled('About this list', '[role=dialog]')
const menu = () => labelled('Actions of tender 0412', '[role=menu]')
const opener = () => labelled('Actions of tender 0412', 'button')
const isShown = (panel: HTMLElement) => panel.matches(':popover-open')
/** Closes it as the browser does on Escape or a press outside. */
const dismiss = (panel: HTMLElement) => act(async () => panel.hidePopover())
const isExpanded = (element: Element) => element.getAttribute('aria-expanded') === 'true'

beforeEach(() => {
  user = userEvent.setup()
})

test('a dialog is closed by its button, by Escape and by a press outside, not by one inside', async () => {
  render(<Section />)
  for (const [name, title] of [
    ['Choose columns', 'Columns'],
    ['Show details', 'Tender 0412'],
  ] as const) {
    const dialog = () => screen.queryByLabelText(title, { selector: 'dialog' })
    const open = async () => {
      await user.click(button(name))
      return labelled(title, 'dialog')
    }
    const shown = await open()
    expect(shown.hasAttribute('open')).toBe(true)
    await expectAccessible(shown)
    await user.click(within(shown).getByText(title))
    expect(dialog()).not.toBeNull()
    await user.click(within(shown).getByLabelText('Close'))
    expect(dialog()).toBeNull()
    // The browser's events for Escape and for a press on the backdrop.
    fireEvent(await open(), new Event('cancel', { cancelable: true }))
    expect(dialog()).toBeNull()
    await user.click(await open())
    expect(dialog()).toBeNull()
  }
})

test('an alert dialog is named and described, and is not closed by a press outside', async () => {
  render(<Section />)
  await user.click(button('Delete tender'))
  const question = await screen.findByLabelText('Delete tender 0412?', { selector: 'dialog' })
  expect(question.role).toBe('alertdialog')
  expect(description(question)).toBe('It is removed from every list and cannot be restored.')
  expect(within(question).getByRole('alert').textContent).toBe('The server cannot be reached.')
  // The browser focuses the first of them.
  expect([...question.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
    'Cancel',
    'Delete tender',
  ])
  await expectAccessible(question)
  await user.click(question)
  expect(question.isConnected).toBe(true)
  fireEvent(question, new Event('cancel', { cancelable: true }))
  expect(question.isConnected).toBe(false)
  await user.click(button('Delete tender'))
  await user.click(await screen.findByText('Cancel'))
  expect(screen.queryByText('Cancel')).toBeNull()
})

test('a popover takes the focus and returns it, also to a button that a click does not focus', async () => {
  render(<Section />)
  const about = button('About this list')
  about.addEventListener('mousedown', (event) => event.preventDefault())
  await user.click(about)
  expect(document.activeElement).toBe(popover())
  expect(isExpanded(about)).toBe(true)
  await expectAccessible(popover())
  await dismiss(popover())
  expect(isExpanded(about)).toBe(false)
  expect(document.activeElement).toBe(about)

  await user.click(about)
  await user.click(within(popover()).getByText('Got it'))
  expect(isShown(popover())).toBe(false)
  expect(document.activeElement).toBe(about)
})

test('a popover is closed by the Tab that leaves it, and by its button', async () => {
  render(<Section />)
  const about = button('About this list')
  await user.click(about)
  await user.tab()
  expect(focused()).toBe('Got it')
  expect(isShown(popover())).toBe(true)
  about.focus()
  expect(isShown(popover())).toBe(true)
  await user.click(about)
  expect(isShown(popover())).toBe(false)
  await user.click(about)
  await user.tab()
  await user.tab()
  expect(isShown(popover())).toBe(false)
  expect(document.activeElement).toBe(opener())
})

test('a menu: arrows, Home, End and letters move, Enter selects, a disabled item does nothing', async () => {
  render(<Section />)
  opener().focus()
  await press('ArrowDown')
  expect(focused()).toBe('Edit')
  expect(isExpanded(opener())).toBe(true)
  await expectAccessible(menu())
  for (const [key, name] of [
    ['ArrowDown', 'Duplicate'],
    ['End', 'Delete'],
    ['ArrowDown', 'Edit'],
    ['ArrowUp', 'Delete'],
    ['Home', 'Edit'],
    ['s', 'Show details'],
  ] as const) {
    await press(key)
    expect(focused()).toBe(name)
  }
  await dismiss(menu())
  expect(document.activeElement).toBe(opener())

  await press('ArrowUp')
  expect(focused()).toBe('Delete')
  await press('Home', 'e')
  expect(focused()).toBe('Export')
  await press('Enter')
  await user.click(within(menu()).getByText('Export'))
  expect(isShown(menu())).toBe(true)
  expect(screen.queryByText('Chosen: Export')).toBeNull()
  await press('Home', 'ArrowDown')
  await user.keyboard(' ')
  expect(screen.getByText('Chosen: Duplicate')).toBeDefined()
  expect(isShown(menu())).toBe(false)
  expect(document.activeElement).toBe(opener())
})

test('letters within half a second are one search in a menu', async () => {
  render(<Section />)
  await user.click(opener())
  for (const [key, timeStamp, name] of [
    ['d', 1_000, 'Duplicate'],
    ['e', 1_499, 'Delete'],
    ['d', 1_999, 'Duplicate'],
  ] as const) {
    const item = document.activeElement ?? document.body
    fireEvent(
      item,
      Object.defineProperty(createEvent.keyDown(item, { key }), 'timeStamp', { value: timeStamp }),
    )
    expect(focused()).toBe(name)
  }
})

test('a menu is closed by Tab, which goes on from its button', async () => {
  render(<Section />)
  await user.click(opener())
  expect(focused()).toBe('Edit')
  await user.tab()
  expect(isShown(menu())).toBe(false)
  expect(menu().contains(document.activeElement)).toBe(false)
})

test('a menu returns the focus to its button before its item opens a dialog', async () => {
  render(<Section />)
  await user.click(opener())
  const { showModal } = HTMLDialogElement.prototype
  let before: Element | null = null
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
    before = document.activeElement
    showModal.call(this)
  })
  await user.click(within(menu()).getByText('Show details'))
  vi.restoreAllMocks()
  expect(labelled('Tender 0412', 'dialog').hasAttribute('open')).toBe(true)
  expect(before).toBe(opener())
})

test('a menu is opened again by the key that follows its closing at once', async () => {
  render(<Section />)
  opener().focus()
  await press('ArrowDown')
  // Browsers notify of the closing in a task of its own, which a key may overtake. Here every key does.
  const withhold = (event: Event) =>
    'newState' in event && event.newState === 'closed' && event.stopPropagation()
  window.addEventListener('toggle', withhold, { capture: true })
  await dismiss(menu())
  opener().focus()
  await press('ArrowUp')
  window.removeEventListener('toggle', withhold, { capture: true })
  expect(focused()).toBe('Delete')
})

test('arrow keys, Home and End move between tabs and show their panels', async () => {
  render(<Tabs />)
  const panel = () => screen.getByRole('tabpanel')
  const selected = () => document.querySelector('[aria-selected=true]')
  button('Details').focus()
  for (const [key, name] of [
    ['ArrowRight', 'History'],
    ['End', 'Access'],
    ['ArrowRight', 'Details'],
    ['ArrowLeft', 'Access'],
  ] as const) {
    await press(key)
    expect(document.activeElement).toBe(button(name))
    expect(selected()).toBe(button(name))
    expect(panel().getAttribute('aria-labelledby')).toBe(button(name).id)
    expect(button(name).getAttribute('aria-controls')).toBe(panel().id)
  }
  await user.tab()
  expect(focused()).toBe('Explain access')
  await user.tab({ shift: true })
  await press('Home')
  expect(panel().textContent).toBe('The fields of the tender.')
  await expectAccessible(document.body)
})
