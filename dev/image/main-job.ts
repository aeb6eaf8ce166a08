import assert from 'node:assert/strict'
import { isFinalState } from '@backoffice/contract/file-states'
import { Driver } from '../kill/driver.ts'
import { createSampleFile, ROWS_OF_TWENTY } from '../kill/sample-file.ts'

const ROWS = 20_000

/** Sign in, upload, dry run, confirm, result; throws where a count is not what the file has. */
export async function runMainJob(address: string, cards: number): Promise<{ rows: number; bytes: number }> {
  const agent = new Driver(address)
  await agent.signIn('agent@backoffice.test')
  const filekey = await agent.upload(createSampleFile(ROWS, cards))
  const dry = await agent.until(
    filekey,
    (file) => file.validated_at !== null || isFinalState(file.state),
    60_000,
  )
  assert.equal(dry.state, 'AWAITING_CONFIRMATION')
  assert.equal(dry.counts.total, ROWS)
  const { status } = await agent.call('/smac_inquiry', {
    mode: 'FILE',
    source_filekey: filekey,
    purpose: 'OTHER',
    ticket_no: 'OPS-1',
    date_from: '2026-10-01',
    date_to: '2026-10-31',
  })
  assert.equal(status, 202)
  const done = await agent.until(filekey, (file) => isFinalState(file.state), 60_000)
  assert.equal(done.state, 'COMPLETED_WITH_ERRORS')
  assert.equal(done.counts.processed, ROWS)
  assert.equal(done.counts.found, (ROWS / 20) * ROWS_OF_TWENTY.known)
  const result = await agent.download(filekey, 'result')
  assert.ok(result.length > ROWS, 'the result has fewer bytes than rows')
  return { rows: ROWS, bytes: result.length }
}
