import type { Endpoint } from '@backoffice/contract/endpoint'
import { problem } from '@backoffice/contract/schemas/values'
import { CARD_NUMBERS } from './hostile-values.ts'
import { isForeign, type Oddity } from './oddities.ts'
import type { Answer } from './send.ts'

/** What no reply may hold: places in our files, SQL, and words of the libraries below. */
const LEAKS: readonly RegExp[] = [
  /\bat .{0,200}[./]\w+\.(?:ts|js|mjs):\d+/,
  /node_modules|file:\/\/\/(?!etc)|\/(?:work|home|usr|tmp|root|src)\/[\w.-]+/,
  /\b(?:select|insert into|update|delete from) "|\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM) .{0,300}\b(?:FROM|VALUES|SET|WHERE) /,
  /violates|invalid input syntax|duplicate key|syntax error at|(?:relation|column|constraint) \\?"/,
  /ECONN|ENOENT|ERR_[A-Z]|FST_ERR|ZodError|PostgresError|TypeError|RangeError|undefined is not|Cannot read/,
]
/** Words of a validator for developers. */
const RAW_WORDS =
  /\b(?:expected|received|too_big|too_small|unrecognized_keys|invalid_type)\b|Invalid input|Too (?:big|small)/

/** Refusals of a whole call, of which no field is the cause. */
const WITHOUT_FIELD = new Set(['idempotency_key_reused'])

/** What is wrong with an answer, in words; nothing where all is well. */
export function flawsOf(
  { status, headers, body }: Answer,
  endpoint: Endpoint,
  oddity: Oddity | undefined,
  declared: readonly string[],
): string[] {
  const flaws: string[] = []
  if (status >= 500) flaws.push(`answered ${status}`)
  if (status < 100) flaws.push('no status')
  if (!headers['x-request-id'] && !isForeign(oddity)) flaws.push('no x-request-id')
  if (oddity === 'method HEAD' || oddity === 'method OPTIONS') return flaws
  // What a caller wrote and reads again may be any text.
  if (status >= 400) {
    for (const leak of LEAKS) if (leak.test(body)) flaws.push(`leaks ${leak.exec(body)?.[0].slice(0, 80)}`)
    for (const card of CARD_NUMBERS) if (body.includes(card)) flaws.push(`repeats a card number: ${card}`)
    flaws.push(...problemFlaws(status, headers, body))
  }
  if (
    !isForeign(oddity) &&
    endpoint.effect !== 'stream' &&
    status !== 431 &&
    !declared.includes(String(status))
  )
    flaws.push(`${status} is not among the declared ${declared.join(', ')}`)
  return flaws
}

function problemFlaws(status: number, headers: Answer['headers'], body: string): string[] {
  const flaws: string[] = []
  if (headers['content-type'] !== 'application/problem+json')
    return [`${status} is ${headers['content-type']}, not a problem document: ${body.slice(0, 100)}`]
  const read = problem.safeParse(parsed(body))
  if (!read.success) return [`not a problem document: ${body.slice(0, 200)}`]
  const { code, detail, errors, request_id, status: said } = read.data
  if (said !== status) flaws.push(`says ${said} and is ${status}`)
  if (!/^[a-zA-Z][a-z0-9_]+$/.test(code)) flaws.push(`code “${code}”`)
  if (detail.trim().length < 5) flaws.push('no detail')
  if (request_id !== headers['x-request-id']) flaws.push('another request_id than x-request-id')
  if (RAW_WORDS.test(detail)) flaws.push(`words of a validator: ${detail.slice(0, 120)}`)
  const isNamed = errors?.every(({ field, message }) => field.trim() !== '' && message.trim() !== '')
  if (errors && !isNamed) flaws.push(`an error without its field: ${JSON.stringify(errors).slice(0, 200)}`)
  if (status === 422 && !errors?.length && !WITHOUT_FIELD.has(code) && !NAMES_ITS_PLACE.test(detail))
    flaws.push(`422 ${code} names no field: ${detail.slice(0, 160)}`)
  return flaws
}

/** A detail that names what to change. */
const NAMES_ITS_PLACE = /\b(?:Idempotency-Key|If-Match|\w+_\w+)\b/

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
