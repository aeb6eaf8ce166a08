import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAccess } from '../../dev/postgres/access-file.ts'
import { dataLocation } from '../../dev/postgres/data-location.ts'
import { demoAccounts } from '../../dev/start/ready-message.ts'
import type { RunningServer } from '../server.ts'
import { SECRETS_FILE } from '../tests/secret-recorder.ts'

const LEAKED_LOGS = '.data/logs-with-secrets'

/** Throws if a log of the run contains a secret. The error names the lines but not the secrets. */
export async function searchLogs(server: RunningServer, secrets: Secrets): Promise<void> {
  const logs = logsOf(server)
  for (const wanted of ['web.log', 'worker-1.log', 'postgres.log'])
    if (!logs.get(wanted)) throw new Error(`There is no ${wanted} to search for secrets.`)
  const finds = [...logs].flatMap(([name, log]) =>
    findSecrets(log, secrets).map(({ line, kind }) => `${name}:${line} contains ${kind}`),
  )
  if (finds.length > 0) {
    cpSync(join(server.dataDir, 'logs'), LEAKED_LOGS, { recursive: true })
    throw new Error(`Secrets in the logs of this run, kept in ${LEAKED_LOGS}:\n${finds.join('\n')}`)
  }
  const lines = [...logs.values()].reduce((count, log) => count + log.split('\n').length, 0)
  const { texts, codes } = secrets
  console.log(
    `${lines} lines of ${logs.size} logs: none of ${texts.length} secrets and ${codes.length} codes`,
  )
}

function logsOf({ dataDir, output }: RunningServer): Map<string, string> {
  const folder = join(dataDir, 'logs')
  const database = `${dataLocation(join(dataDir, 'postgres')).dataDir}.log`
  return new Map([
    ...readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
    ['postgres.log', readFileSync(database, 'utf8')] as const,
    // The demo accounts are printed on purpose.
    ['terminal', output().replace(demoAccounts(), '')] as const,
  ])
}

/** Values that no log may contain. Secrets of a fixed shape are always searched for. */
export type Secrets = {
  /** Passwords, keys and tokens, found anywhere. */
  texts: readonly string[]
  /** Six digits, found as whole words only. */
  codes: readonly string[]
}

type Find = { line: number; kind: string }

const SHAPES: readonly (readonly [kind: string, shape: RegExp])[] = [
  ['a token', /eyJ[\w-]{10,}/],
  // 48 random bytes. A checksum has no capitals.
  ['a refresh token', /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{64}(?![\w-])/],
  ['a sealed challenge', /[A-Za-z0-9+/]{160,}/],
  ['the secret of an authenticator', /(?<!\w)[A-Z2-7]{32}(?!\w)/],
  ['a card number', /(?<!\d)999\d([ -]?\d{4}){3}(?!\d)/],
]

/** Random names may contain any digits. */
const NAMES = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}/gi
/** Process ids and times of every line. */
const PLAIN_NUMBERS = /"(pid|ms|time)":\d+|^\S+ \S+ UTC \[\d+\]/g

/** Lines of a log that contain a secret, counted from 1. Does not repeat the secret. */
export function findSecrets(log: string, { texts, codes }: Secrets): Find[] {
  const written = new Set(texts.flatMap(spellings))
  const code = codes.length > 0 ? new RegExp(`(?<![\\w.-])(${codes.join('|')})(?![\\w-]|\\.\\d)`) : undefined
  return log.split('\n').flatMap((text, index) => {
    const unnamed = text.replace(NAMES, '')
    const kinds = SHAPES.filter(([, shape]) => shape.test(unnamed)).map(([kind]) => kind)
    if ([...written].some((secret) => text.includes(secret))) kinds.push('a password, key or token')
    if (code?.test(unnamed.replace(PLAIN_NUMBERS, ''))) kinds.push('a code')
    return kinds.map((kind) => ({ line: index + 1, kind }))
  })
}

/** Forms of a secret: plain, in an address, in JSON and in JSON within JSON. */
function spellings(secret: string): string[] {
  const quoted = (text: string) => JSON.stringify(text).slice(1, -1)
  const address = encodeURIComponent(secret)
  return [secret, address, address.replaceAll('%20', '+'), quoted(secret), quoted(quoted(secret))]
}

const TESTS = join(import.meta.dirname, '../tests')
const OUTBOX_HOLDS = 500

export async function collectSecrets(baseURL: string, dataDir: string): Promise<Secrets> {
  const outbox = await (await fetch(`${baseURL}/dev/outbox`)).text()
  if (outbox.split('<tr>').length - 2 >= OUTBOX_HOLDS)
    throw new Error('The outbox is full, so earlier codes cannot be searched for in the logs.')
  const sent = readSent(dataDir)
  const all = [...messagesIn(outbox), ...sent, ...passwordsIn(readTests()), ...keysOf(dataDir)]
  const isCode = (text: string) => /^\d{6}$/.test(text)
  // Short invalid inputs of tests would match by chance.
  const texts = all.filter((text) => !isCode(text) && text.length >= 8)
  return { texts: [...new Set(texts)], codes: [...new Set(all.filter(isCode))] }
}

export function messagesIn(outbox: string): string[] {
  const text = outbox.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  const found = text.matchAll(/: (\d{6})<|Sign in with (\S+) and choose your own/g)
  return [...found].flatMap(([, code, password]) => code ?? password ?? [])
}

/** Quoted texts of the tests that are valid as a password, except addresses and templates. */
export function passwordsIn(source: string): string[] {
  const quoted = [...source.matchAll(/['"`]([^\s'"`/][^\s'"`]{11,63})(?=['"`])/g)].map(
    ([, text = '']) => text,
  )
  const kinds = [/[A-Z]/, /[a-z]/, /\d/, /[!@#$%^&*]/]
  return quoted.filter((text) => !text.includes('${') && kinds.every((kind) => kind.test(text)))
}

function readTests(): string {
  const names = readdirSync(TESTS).filter((name) => name.endsWith('.ts'))
  return names.map((name) => readFileSync(join(TESTS, name), 'utf8')).join('\n')
}

function readSent(dataDir: string): string[] {
  const path = join(dataDir, SECRETS_FILE)
  // The tests write each line as JSON.
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as string)
    : []
}

function keysOf(dataDir: string): string[] {
  const keys = Object.values(JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as object)
  const access = readAccess(dataLocation(join(dataDir, 'postgres')).dataDir)
  return [...keys, ...Object.values(access?.passwords ?? {})].map(String)
}
