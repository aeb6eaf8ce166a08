import { setTimeout as sleep } from 'node:timers/promises'
import type { TrackedFile } from '@backoffice/contract/files'
import { cardNumber } from '../apps/server/src/ops/demo/demo-cards.ts'
import { Driver, type Version } from './driver.ts'
import type { Journal } from './journal.ts'
import { DEMO_CARDS } from './product.ts'
import type { SeenReply } from './replies.ts'

const PAUSE_MS = 50
const SIGN_IN_PAUSE_MS = 1_000
const STREAMS = 4

export type Load = Awaited<ReturnType<typeof startLoad>>

/** Runs lists, single inquiries, edits, sign-ins and event streams until it is stopped. */
export async function startLoad(
  addresses: readonly string[],
  journal: Journal,
  onReply: (seen: SeenReply) => void,
) {
  const over = new AbortController()
  const repeat = async (work: () => Promise<unknown>, pauseMs = PAUSE_MS) => {
    while (!over.signal.aborted) {
      // Not counted here, because `onReply` also gets attempts without a reply, with status 0.
      await work().catch(() => {})
      await sleep(pauseMs)
    }
  }
  const as = (user: string) => Driver.as(user, addresses, onReply)
  const [reader, agent, maintainer] = [await as('supervisor'), await as('agent'), await as('lookup')]
  const edits = [
    await createEditor(maintainer, journal, 'DR0'),
    await createEditor(maintainer, journal, 'DR1'),
  ]
  const list = () => reader.call('/file_tracker?page_size=25')
  const run = () => inquire(agent, journal)
  const loops = [list, list, list, run, run, ...edits].map((work) => repeat(work))
  loops.push(repeat(() => as('viewer'), SIGN_IN_PAUSE_MS))
  const streams = Array.from({ length: STREAMS }, () => ({
    seen: new Set<string>(),
    missedUntil: 0,
    opened: 0,
  }))
  // Like the browser, opens an ended stream again after a second.
  const follow = (stream: (typeof streams)[number]) => () => {
    const address = addresses[stream.opened++ % addresses.length] ?? ''
    return readEvents(address, agent.token, stream, over.signal)
  }
  loops.push(...streams.map((stream) => repeat(follow(stream), 1_000)))
  return {
    reconnects: () => streams.reduce((sum, { opened }) => sum + opened - 1, 0),
    /** `all`: true if every stream has reported the end of the file, or that changes until then may be missing. */
    informed({ source_filekey, state, finished_at }: TrackedFile) {
      const end = `${source_filekey} ${state}`
      const endedAt = Date.parse(finished_at ?? '')
      const count = streams.filter(({ seen, missedUntil }) => seen.has(end) || missedUntil >= endedAt).length
      return { all: count === STREAMS, shown: `${count} of ${STREAMS} streams` }
    },
    /** Waits for the replies of the calls in flight. */
    async stop() {
      over.abort()
      await Promise.all(loops)
    },
  }
}

export async function inquire(agent: Driver, journal: Journal): Promise<void> {
  const ticket_no = journal.nextTicket()
  const card_number = cardNumber(Math.floor(Math.random() * DEMO_CARDS))
  const dates = { date_from: '2026-09-01', date_to: '2026-10-31' }
  await agent.expect(200, '/smac_inquiry', {
    ...{ mode: 'CARD', purpose: 'AUDIT', ticket_no, card_number },
    ...dates,
  })
  journal.addInquiry(ticket_no)
}

export async function createCompany(maintainer: Driver, company_code: string): Promise<Version> {
  const { resource } = await maintainer.expect<Version>(201, '/lookup/company_group/create', {
    ...{ company_code, company_name: 'Drill', group_code: 'DRILL', group_name: 'Drill' },
    ...{ tin: null, settlement_account_ref: null, contact_email: null, contact_phone: null },
    ...{ cutoff_time: '22:00', status: 'ACTIVE', effective_from: '2026-01-01', effective_to: null },
  })
  return resource
}

async function createEditor(maintainer: Driver, journal: Journal, code: string) {
  const row = await createCompany(maintainer, code)
  journal.addRow(row)
  let { version } = row
  return async () => {
    const item = { id: row.id, version, company_name: `Drill ${version}` }
    await maintainer.expect(200, '/lookup/company_group/update', { items: [item] })
    journal.addUpdate(row.id)
    version += 1
  }
}

/** `missedUntil`: time of the last change that the stream may not have sent. Its client reads everything again. */
type StreamLog = { seen: Set<string>; missedUntil: number }

/** Adds the file events of a stream to `seen`, such as `KEY COMPLETED`, until it ends. */
async function readEvents(address: string, token: string, log: StreamLog, signal: AbortSignal) {
  const headers = { authorization: `Bearer ${token}` }
  const { ok, body } = await fetch(`${address}/api/operations/file_tracker/events`, { headers, signal })
  if (!ok || !body) return
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const events = (text + chunk).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const [, name, data] = /^event: (file|ready)\ndata: (.*)$/m.exec(event) ?? []
      if (data === undefined) continue
      if (name === 'ready') {
        const { quiet_ms } = JSON.parse(data) as { quiet_ms: number }
        log.missedUntil = Date.now() - quiet_ms
      } else {
        const { source_filekey, state } = JSON.parse(data) as { source_filekey: string; state: string }
        log.seen.add(`${source_filekey} ${state}`)
      }
    }
  }
}
