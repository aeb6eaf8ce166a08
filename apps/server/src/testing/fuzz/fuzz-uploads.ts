import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@backoffice/contract/api'
import { put, putUpload, waitFor } from '../file-actions.ts'
import type { TestSystem } from '../test-system.ts'
import type { FileResult } from './fuzz-files.ts'

const AS = 'agent'
const CONTENT = Buffer.from('card_number,date_from,date_to\n9990000000000011,2026-10-01,2026-10-20\n')

type Answer = { status: number; code: string; detail: string }
type Signed = Awaited<ReturnType<typeof presign>>

function presign(system: TestSystem) {
  const body = {
    file_name: 'cards.csv',
    content_type: 'text/csv',
    size: CONTENT.length,
    category: 'SMAC_INQUIRY',
  } as const
  return system.call(api.files.presign, { body }, AS)
}

const register = (system: TestSystem, source_filekey: string, as = AS) =>
  system
    .send(api.files.register, { body: { source_filekey } }, as)
    .then(({ status, body }) => answerOf(status, body))

function answerOf(status: number, body: unknown): Answer {
  const { code = '', detail = '' } = Object(body) as Partial<Answer>
  return { status, code, detail }
}

async function putAs(system: TestSystem, url: string, content: Buffer, headers?: Record<string, string>) {
  const reply = await put(system, url, content, headers)
  return answerOf(reply.statusCode, reply.body === '' ? {} : reply.json())
}

/** What goes wrong, or is done wrong, between signing and registering; with the status it is refused with. */
const ATTACKS: Readonly<Record<string, [number, (system: TestSystem, signed: Signed) => Promise<Answer>]>> = {
  'a shorter file than was signed': [
    403,
    (system, { upload_url = '', headers }) => putAs(system, upload_url, CONTENT.subarray(9), headers),
  ],
  'a longer file than was signed': [
    403,
    (system, { upload_url = '', headers }) =>
      putAs(system, upload_url, Buffer.concat([CONTENT, CONTENT]), headers),
  ],
  'another type than was signed': [
    403,
    (system, { upload_url = '', headers }) =>
      putAs(system, upload_url, CONTENT, { ...headers, 'content-type': 'text/html' }),
  ],
  'a size changed after signing': [
    403,
    (system, { upload_url = '', headers }) =>
      putAs(system, upload_url.replace(`${CONTENT.length}`, '1'), CONTENT.subarray(0, 1), headers),
  ],
  'a signature changed': [
    403,
    (system, { upload_url = '', headers }) =>
      putAs(system, `${upload_url.slice(0, -4)}AAAA`, CONTENT, headers),
  ],
  'an upload cut off': [
    409,
    async (system, { upload_url = '', headers, source_filekey }) => {
      await cutOff(system, upload_url, headers)
      return register(system, source_filekey)
    },
  ],
  'registered before it arrived': [409, (system, { source_filekey }) => register(system, source_filekey)],
  'registered by another person': [
    404,
    async (system, { upload_url = '', headers, source_filekey }) => {
      await putAs(system, upload_url, CONTENT, headers)
      return register(system, source_filekey, 'jomar.villanueva')
    },
  ],
  'sent again after it was registered': [
    409,
    async (system, { upload_url = '', headers, source_filekey }) => {
      await putAs(system, upload_url, CONTENT, headers)
      await register(system, source_filekey)
      return putAs(system, upload_url, Buffer.from(`${CONTENT}`.replaceAll('9', '8')), headers)
    },
  ],
  'registered with the parts of another file': [
    409,
    async (system, { upload_url = '', headers, source_filekey }) => {
      await putAs(system, upload_url, CONTENT, headers)
      const { body, status } = await system.send(
        api.files.register,
        { body: { source_filekey, etags: ['"0"', '"1"'] } },
        AS,
      )
      return answerOf(status, body)
    },
  ],
}

/** Attacks on the upload of a file, each against one of its own. The system listens, and has workers. */
export async function fuzzUploads(system: TestSystem): Promise<FileResult[]> {
  const results: FileResult[] = []
  for (const [name, [wanted, attack]] of Object.entries(ATTACKS)) {
    const answer = await attack(system, await presign(system)).catch((error: Error) =>
      answerOf(0, { detail: error.message }),
    )
    const flaws = answer.status === wanted ? [] : [`answered ${answer.status}, not ${wanted}`]
    if (answer.code === '' || answer.detail.length < 20) flaws.push('the refusal is not clear')
    results.push({
      name: `upload: ${name}`,
      answer: `${answer.status} ${answer.code}: ${answer.detail}`,
      flaws,
    })
  }
  return [...results, await otherHash(system)]
}

/** The hash is known once the content is read. */
async function otherHash(system: TestSystem): Promise<FileResult> {
  const { source_filekey, etags } = await putUpload(system, CONTENT, AS, { sha256: 'a'.repeat(64) })
  await system.call(api.files.register, { body: { source_filekey, etags } }, AS)
  const file = await waitFor(system, source_filekey, AS, ({ state }) => state === 'REJECTED')
  const flaws = file.failure?.code === 'F006' ? [] : [`failed with ${file.failure?.code}`]
  return { name: 'upload: another hash than announced', answer: `REJECTED: ${file.failure?.detail}`, flaws }
}

/** Sends half of the content and closes the connection; resolves once the server has noticed. */
function cutOff(system: TestSystem, url: string, headers: Record<string, string> = {}): Promise<void> {
  const { pathname, search } = new URL(url)
  const [address] = system.app.addresses() as AddressInfo[]
  return new Promise((resolve) => {
    const sent = request({
      host: '127.0.0.1',
      port: address?.port,
      method: 'PUT',
      path: pathname + search,
      headers: { ...headers, 'content-length': CONTENT.length },
    })
    sent.once('error', () => resolve())
    sent.once('close', () => resolve())
    sent.write(CONTENT.subarray(0, CONTENT.length / 2), () => setImmediate(() => sent.destroy()))
  })
}
