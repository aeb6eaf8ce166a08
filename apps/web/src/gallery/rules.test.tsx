import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { description } from '../testing/description.ts'
import { Section } from './sections/50-rules.tsx'
import { COMPARISONS, FILES, NUMBERS, PRODUCT, TEXT } from './sections/50-rules-rows.ts'

test('every rule passes one value and fails the other, with its message', async () => {
  render(<Section />)
  const rows = [...document.querySelectorAll('tbody tr')].map(({ children }) => [...children])
  expect(rows).toHaveLength([...TEXT, ...NUMBERS, ...COMPARISONS, ...FILES, ...PRODUCT].length)
  const message = (rule: string) =>
    rows.find(([first]) => first?.textContent?.includes(rule))?.at(4)?.textContent
  await waitFor(() => expect(message('max:6')).toBe('Branch Name must only contain 6 characters'))
  await waitFor(() => expect(message('digits:4')).toBe('Branch name exceeds expected value'))
  const verdict = (cell: Element | undefined) => cell?.querySelector('[role=img]')?.getAttribute('aria-label')
  for (const [rule, , passing, failing] of rows) {
    // Pictures are decoded by browsers only.
    if (rule?.textContent?.startsWith('dimensions')) continue
    await waitFor(() => expect(verdict(passing), `${rule?.textContent}`).toBe('passes'))
    await waitFor(() => expect(verdict(failing), `${rule?.textContent}`).toBe('fails'))
  }
})

test('a rule set is checked while it is typed', async () => {
  render(<Section />)
  const value = screen.getByLabelText('Value')
  const type = (label: string, text: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
  await waitFor(() => expect(description(value)).toBe('Must contain at least 12 characters'))
  type('Value', 'backoffice2026')
  await waitFor(() => expect(description(value)).toBe('All rules pass.'))
  type('Rules', 'nonsense')
  await waitFor(() => expect(description(value)).toBe("No such validator 'nonsense' exists."))
})
