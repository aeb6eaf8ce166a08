import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as tick } from 'node:timers/promises'
import { api } from '@backoffice/contract/api'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { EMBEDDED_POOL } from '../adapters/identity/embedded.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { API_BASES } from './served-apis.ts'

type Line = { level: number; msg?: string; url?: string; status?: number }
const lines: Line[] = []
const seen = { opened: 0, closed: 0, requests: [] as IncomingMessage[] }
let system: TestSystem
let port: number
beforeAll(async () => {
  system = await startTestSystem({ log: (line) => lines.push(JSON.parse(line)) })
  system.app.addHook('onRequest', async ({ raw }) => void seen.requests.push(raw))
  system.app.server.on('connection', (socket) => {
    seen.opened++
    socket.on('close', () => void seen.closed++)
  })
  port = Number(new URL(await system.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(() => {
  lines.length = 0
})
afterAll(() => system.stop())

async function until(isSo: () => boolean) {
  while (!isSo()) await tick()
}
const ERROR = 50

/** At the reset the call is connected, or its headers or the sent part of its body are received. */
type Moment = 'connected' | 'begun' | 'read'

const hasReached: Record<Moment, (before: typeof seen) => boolean> = {
  connected: (before) => seen.opened > before.opened,
  begun: (before) => seen.requests.length > before.requests.length,
  read: (before) => {
    const raw = seen.requests[before.requests.length]
    return (
      raw !== undefined && (raw.complete || raw.listenerCount('data') + raw.listenerCount('readable') > 0)
    )
  },
}

/** Sends the start of a request, closes the connection once the server has it, and returns the log lines. */
async function broken(text: string, how: 'reset' | 'close', moment: Moment): Promise<Line[]> {
  const before = { ...seen, requests: [...seen.requests] }
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(text)
  await until(() => hasReached[moment](before))
  end(socket, how)
  await until(() => seen.closed > before.closed)
  // Complete calls, after which the broken one has been logged.
  for (let time = 0; time < 3; time++) await fetch(`http://127.0.0.1:${port}/health/ready`)
  return lines
}

function end(socket: Socket, how: 'reset' | 'close') {
  if (how === 'reset') socket.resetAndDestroy()
  else socket.destroy()
}

const UPLOAD = {
  file_name: 'cards.csv',
  content_type: 'text/csv',
  size: 10,
  category: 'SMAC_INQUIRY',
} as const
const PRESIGN = JSON.stringify(UPLOAD)
const PRESIGN_PATH = `${API_BASES.operations}${api.files.presign.path}`
const head = (method: string, path: string, headers: Record<string, string | number>) =>
  `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

async function presignHead(length = PRESIGN.length) {
  const authorization = `Bearer ${await system.tokenOf('agent')}`
  return head('POST', PRESIGN_PATH, {
    authorization,
    'content-type': 'application/json',
    'content-length': length,
  })
}

const signUpload = () => system.call(api.files.presign, { body: UPLOAD }, 'agent')

type SignedUpload = Awaited<ReturnType<typeof signUpload>>

function halfOf({ upload_url = '', headers }: SignedUpload): string {
  const { pathname, search } = new URL(upload_url)
  return `${head('PUT', pathname + search, { ...headers, 'content-length': 10 })}card_`
}

const BROKEN: [string, () => Promise<string> | string, Moment][] = [
  ['before a request', () => '', 'connected'],
  ['within the headers of a request', () => 'POST /api/operations/files HT', 'connected'],
  ['before the body of a call', () => presignHead(), 'begun'],
  ['within the body of a call', async () => (await presignHead()) + PRESIGN.slice(0, 20), 'read'],
  ['right after a call', async () => (await presignHead()) + PRESIGN, 'read'],
  [
    'within a call to the identity provider',
    () =>
      `${head('POST', EMBEDDED_POOL.path, { 'content-type': 'application/x-amz-json-1.1', 'content-length': 99 })}{"`,
    'read',
  ],
  ['within an upload', async () => halfOf(await signUpload()), 'read'],
]

test('an aborted upload cannot be registered', async () => {
  const signed = await signUpload()
  await broken(halfOf(signed), 'close', 'read')
  const { source_filekey } = signed
  const refused = await system.expectProblem(api.files.register, { body: { source_filekey } }, 'agent')
  expect(refused).toMatchObject({ status: 409, code: 'upload_incomplete' })
})

test.each(BROKEN)('a connection that ends %s leaves no error in the log', async (_when, text, moment) => {
  for (const how of ['reset', 'close'] as const) {
    const logged = await broken(await text(), how, moment)
    expect(logged.filter((line) => line.level >= ERROR)).toEqual([])
  }
})
