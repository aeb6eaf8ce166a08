import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { expectAccessible } from '../testing/axe.ts'
import { description } from '../testing/description.ts'
import { Section } from './sections/45-files.tsx'

/** `accept` is a help in the dialog. Files of any name can be chosen or dropped. */
const user = userEvent.setup({ applyAccept: false })
const file = (name: string, kilobytes = 1) => new File([new Uint8Array(kilobytes * 1024)], name)

function open(name: string, label: string) {
  const element = screen.getByLabelText(name, { selector: 'form' })
  const form = within(element)
  const picker = form.getByLabelText<HTMLInputElement>(label)
  return {
    element,
    picker,
    choose: (...files: File[]) => user.upload(picker, files),
    remove: (name: string) => user.click(form.getByLabelText(`Remove ${name}`)),
    save: () => user.click(form.getByText('Save')),
    expectMessage: (expected: string | RegExp) =>
      waitFor(() => expect(description(picker)).toMatch(expected)),
    sent: () => element.querySelector('output')?.textContent,
  }
}

beforeEach(() => {
  render(<Section />)
})

test('a file is required, and its name decides', async () => {
  const { picker, choose, save, sent, expectMessage, element } = open('Card list', 'Card file')
  await save()
  await expectMessage(/^Enter Card file$/)
  await waitFor(() => expect(document.activeElement).toBe(picker))
  await choose(file('cards.csv.exe'))
  await expectMessage(/^Card file is invalid.*Chosen: cards\.csv\.exe$/)
  await expectAccessible(element)
  await choose(file('cards.CSV'))
  await expectMessage(/^Chosen: cards\.CSV$/)
  await save()
  await waitFor(() => expect(sent()).toContain('"list":["cards.CSV"]'))
})

test('the size of each file; a removed one no longer counts, one chosen twice counts once', async () => {
  const { picker, choose, remove, expectMessage } = open('Pictures', 'Pictures')
  const small = file('a.png', 100)
  await choose(small, file('b.png', 101))
  await expectMessage('Pictures is invalid Chosen: a.png, b.png')
  await remove('b.png')
  await expectMessage(/^Chosen: a\.png$/)
  expect(document.activeElement).toBe(picker)
  await choose(small, file('c.png'))
  await expectMessage(/^Chosen: a\.png, c\.png$/)
})

test('the size of all files, and with those that the record has', async () => {
  const evidence = open('Evidence', 'Evidence')
  await evidence.choose(file('one.pdf', 1024))
  await evidence.expectMessage(/^Chosen: one\.pdf$/)
  await evidence.choose(file('two.pdf'))
  await evidence.expectMessage(/^File size limit exceeded/)
  const record = open('Record', 'More files')
  await record.choose(file('third.pdf', 400))
  await record.expectMessage(/^Total file size limit per record exceeded/)
})
