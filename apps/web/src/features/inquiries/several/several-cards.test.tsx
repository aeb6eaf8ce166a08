import { fileEndpoints } from '@backoffice/contract/files'
import { inquiryEndpoints } from '@backoffice/contract/inquiries'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { needsLeaveConfirmation } from '../../../kit/form/dirty.ts'
import { expectAccessible } from '../../../testing/axe.ts'
import { type Call, serve, show, testServer } from '../../../testing/screen.tsx'
import { useUploads } from '../../files/tracked/upload/upload.ts'
import { SeveralCards } from './several-cards.tsx'

const A = '9990000000000011'
const B = '9990000000000029'

const user = userEvent.setup()
let presigns: Call[]
let runs: Call[]

const numbers = () => screen.getByLabelText<HTMLTextAreaElement>('Card numbers')
const run = () => user.click(screen.getByText('Run inquiry', { selector: 'button' }))

async function paste(text: string) {
  await user.clear(numbers())
  await user.click(numbers())
  await user.paste(text)
}

async function openFilled(text: string) {
  await show('/smac_inquiry?tab=several', () => <SeveralCards />)
  await paste(text)
  await user.selectOptions(screen.getByLabelText('Purpose'), 'MEMBER_COMPLAINT')
  await user.type(screen.getByLabelText('Ticket number'), 'OPS-1')
}

testServer()
beforeEach(() => {
  useUploads.setState({ uploads: [] })
  presigns = serve(fileEndpoints.presign, () => ({
    refusal: { status: 422, code: 'invalid', detail: 'Storage is closed.' },
  }))
  runs = serve(inquiryEndpoints.run, () => ({ refusal: { status: 500, code: 'internal' } }))
})

test('marks wrong numbers at once, and sends nothing until they are right', async () => {
  await openFilled(`${A}\n9990000000000012\n999000000000001, 9990 0000 0000 0011\nOPS 123`)
  expect(screen.getByText('1 card')).toBeDefined()
  expect(screen.getByText('3 wrong')).toBeDefined()
  expect(screen.getByText('1 shorter number ignored')).toBeDefined()
  const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
  )
  expect(rows).toEqual([
    ['2', '9990000000000012', 'Check digit is wrong: compare with the card'],
    ['3', '999000000000001', 'A card number has 16 digits: this has 15'],
    ['3', '9990 0000 0000 0011', 'Same card as in line 1'],
  ])
  await expectAccessible(document.body)
  await run()
  expect(await screen.findByText('3 numbers can’t be looked up. Correct or remove them.')).toBeDefined()
  await user.click(screen.getByText('Remove 1 duplicate'))
  expect(numbers().value).toBe(`${A}\n9990000000000012\n999000000000001`)
  await paste(A)
  await run()
  expect(await screen.findByText('Enter at least 2 cards. For one card, use Single inquiry.')).toBeDefined()
  expect(presigns).toEqual([])
})

test('more than 500 cards are refused with nothing sent', async () => {
  await openFilled(Array.from({ length: 501 }, () => A).join('\n'))
  await run()
  expect(await screen.findByText('At most 500 cards; these are 501. Upload a file for more.')).toBeDefined()
  expect(presigns).toEqual([])
})

test('a range is at most 31 days', async () => {
  await openFilled(`${A}\n${B}`)
  await user.clear(screen.getByLabelText('Date from'))
  await user.type(screen.getByLabelText('Date from'), '2026-01-01')
  expect(screen.getByLabelText<HTMLSelectElement>('Date range').value).toBe('CUSTOM')
  await run()
  expect(await screen.findByText(/^The range has \d+ days\. Choose at most 31\.$/)).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Date range'), 'LAST_7')
  await waitFor(() => expect(screen.queryByText(/^The range has/)).toBeNull())
  expect(presigns).toEqual([])
})

test('a failed upload keeps all input, and leaving asks first', async () => {
  await openFilled(`${A}\n${B}`)
  await run()
  expect((await screen.findByRole('alert')).textContent).toContain('Storage is closed.')
  expect(presigns[0]?.body).toMatchObject({
    category: 'SMAC_INQUIRY',
    file_name: expect.stringMatching(/^2-cards-/),
  })
  expect(numbers().value).toBe(`${A}\n${B}`)
  expect(screen.getByLabelText<HTMLInputElement>('Ticket number').value).toBe('OPS-1')
  expect(useUploads.getState().uploads).toEqual([])
  expect(needsLeaveConfirmation()).toBe(true)
  expect(runs).toEqual([])
  expect(JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }])).not.toContain(A)
})
