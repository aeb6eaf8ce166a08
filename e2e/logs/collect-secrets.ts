import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAccess } from '../../dev/postgres/access-file.ts'
import { dataLocation } from '../../dev/postgres/data-location.ts'
import { SECRETS_FILE } from '../tests/secret-recorder.ts'
import type { Secrets } from './find-secrets.ts'

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
