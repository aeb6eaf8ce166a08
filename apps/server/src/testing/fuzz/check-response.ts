import type { Endpoint } from '@backoffice/contract/endpoint'
import { problem } from '@backoffice/contract/values.schemas'
import { CARD_NUMBERS } from './hostile-values.ts'
import type { Response } from './requests.ts'

/** File paths, SQL, and messages of libraries. */
const LEAKS: readonly RegExp[] = [
  /\bat .{0,200}[./]\w+\.(?:ts|js|mjs):\d+/,
  /node_modules|file:\/\/\/(?!etc)|\/(?:work|home|usr|tmp|root|src)\/[\w.-]+/,
  /\b(?:select|insert into|update|delete from) "|\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM) .{0,300}\b(?:FROM|VALUES|SET|WHERE) /,
  /violates|invalid input syntax|duplicate key|syntax error at|(?:relation|column|constraint) \\?"/,
  /ECONN|ENOENT|ERR_[A-Z]|FST_ERR|ZodError|PostgresError|TypeError|RangeError|undefined is not|Cannot read/,
]
/** Validator messages for developers. */
const RAW_WORDS =
  /\b(?:expected|received|too_big|too_small|unrecognized_keys|invalid_type)\b|Invalid input|Too (?:big|small)/
/** Matches a detail that names the invalid part. */
const NAMES_ITS_PLACE = /\b(?:Idempotency-Key|If-Match|\w+_\w+)\b/
/** Codes of refusals without a field. */
const WITHOUT_FIELD = new Set(['idempotency_key_reused'])

/** The value of a body; undefined if it is not JSON. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Flaws of a response. `oddity` is the fault of the request. */
export function flawsOf(
  { status, headers, body }: Response,
  endpoint: Endpoint,
  oddity: string,
  declared: readonly string[],
): string[] {
  const flaws: string[] = []
  const isForeign = /^(method|path)/.test(oddity)
  if (status >= 500 || status < 100) flaws.push(`replied ${status}`)
  if (!headers['x-request-id'] && !isForeign) flaws.push('no x-request-id')
  if (/HEAD|OPTIONS/.test(oddity)) return flaws
  // A success may repeat texts of the caller.
  if (status >= 400) {
    for (const leak of LEAKS) if (leak.test(body)) flaws.push(`leaks ${leak.exec(body)?.[0].slice(0, 80)}`)
    const parsed = jsonOf(body)
    // The current row of a conflict is a read, as are successes.
    const refusal = parsed instanceof Object ? JSON.stringify({ ...parsed, current: undefined }) : body
    for (const card of CARD_NUMBERS) if (refusal.includes(card)) flaws.push(`repeats a card number: ${card}`)
    flaws.push(...problemFlaws(status, headers, body))
  }
  const isRead = endpoint.effect === 'stream' || isForeign || jsonOf(body) !== undefined
  if (status >= 200 && status < 300 && !isRead) flaws.push(`${status} is not JSON: ${body.slice(0, 100)}`)
  const isDeclared = declared.includes(String(status)) || status === 431 || endpoint.effect === 'stream'
  if (!isForeign && !isDeclared) flaws.push(`${status} is not among the declared ${declared.join(', ')}`)
  return flaws
}

function problemFlaws(status: number, headers: Response['headers'], body: string): string[] {
  if (headers['content-type'] !== 'application/problem+json')
    return [`${status} is ${headers['content-type']}, not a problem document: ${body.slice(0, 100)}`]
  const read = problem.safeParse(jsonOf(body))
  if (!read.success) return [`not a problem document: ${body.slice(0, 200)}`]
  const { code, detail, errors = [], ...more } = read.data
  const isNamed = errors.every(({ field, message }) => field.trim() !== '' && message.trim() !== '')
  const isPlaced = errors.length > 0 || WITHOUT_FIELD.has(code) || NAMES_ITS_PLACE.test(detail)
  const flaws: Readonly<Record<string, boolean>> = {
    [`states ${more.status} and is ${status}`]: more.status !== status,
    [`code “${code}”`]: !/^[a-zA-Z][a-z0-9_]+$/.test(code),
    'no detail': detail.trim().length < 5,
    'another request_id than x-request-id': more.request_id !== headers['x-request-id'],
    [`words of a validator: ${detail.slice(0, 120)}`]: RAW_WORDS.test(detail),
    [`an error without its field: ${JSON.stringify(errors).slice(0, 200)}`]: !isNamed,
    [`422 ${code} names no field: ${detail.slice(0, 160)}`]: status === 422 && !isPlaced,
  }
  return Object.keys(flaws).filter((flaw) => flaws[flaw])
}
