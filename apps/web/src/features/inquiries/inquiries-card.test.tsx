import { fileEndpoints } from '@backoffice/contract/files'
import { type Inquiry, inquiryEndpoints } from '@backoffice/contract/inquiries'
import { aResult } from '@backoffice/contract/testing/inquiry-samples'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { sampleFile } from '../../testing/sample-file.ts'
import { serve, show, shownAddress, testServer } from '../../testing/screen.tsx'
import { InquiriesCard } from './inquiries-card.tsx'

testServer()

const SAMPLE = aResult()
const FILE = sampleFile({ state: 'COMPLETED' })

function past(facts: Partial<Inquiry>): Inquiry {
  return {
    id: crypto.randomUUID(),
    mode: 'FILE',
    subject: null,
    purpose: 'AUDIT',
    ticket_no: 'OPS-1',
    as_of: '2026-11-24',
    owner: { id: '00000000-0000-4000-8000-00000000000a', name: 'Maria Reyes' },
    created_at: '2026-11-24T01:00:00.000Z',
    source_filekey: FILE.source_filekey,
    file_name: FILE.file_name,
    state: 'COMPLETED',
    outcome: null,
    rows: 5_000,
    found: 4_312,
    not_found: 688,
    ...facts,
  }
}

const single = past({
  id: SAMPLE.id,
  mode: 'ACCOUNT',
  subject: '3000000002',
  source_filekey: null,
  outcome: 'FOUND',
})

async function showPast(...items: Inquiry[]) {
  const page = { total: items.length, total_estimated: false, page: 1, page_size: 25 as const }
  serve(inquiryEndpoints.list, () => ({ items, ...page, next: null, previous: null }))
  await show('/smac_inquiry?tab=past', () => <InquiriesCard />)
  await screen.findAllByRole('row')
}

async function runAgain() {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Actions of/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Run again', hidden: true }))
}

test('the outcome of a file is how many cards were found, its state, or its hold', async () => {
  await showPast(past({}), past({ state: 'FAILED', found: null }), past({ found: null }), single)
  await screen.findByText('4,312 of 5,000 found')
  screen.getByText('Failed')
  screen.getByText('Held for a check')
  expect(screen.queryByText('Completed')).toBeNull()
})

test('a file of the list runs again from its stored upload', async () => {
  serve(fileEndpoints.get, () => FILE)
  const calls = serve(fileEndpoints.runAgain, () => sampleFile())
  await showPast(past({}))
  await runAgain()
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).toEqual({ source_filekey: FILE.source_filekey, version: FILE.version })
})

test('a single inquiry runs again with its criteria and opens', async () => {
  const result = { ...SAMPLE, mode: 'ACCOUNT' as const }
  serve(inquiryEndpoints.get, () => result)
  const id = crypto.randomUUID()
  const calls = serve(inquiryEndpoints.run, () => ({ ...result, id }))
  await showPast(single)
  await runAgain()
  await waitFor(() => expect(shownAddress()).toBe(`/smac_inquiry?inquiry=${id}`))
  const { subject, card_id: _, ...criteria } = result.criteria
  const { mode, purpose, ticket_no } = result
  expect(calls[0]?.body).toEqual({ mode, purpose, ticket_no, ...criteria, account_number: subject })
})
