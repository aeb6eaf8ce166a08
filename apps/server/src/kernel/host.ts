import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'

const LOOPBACK = new Set(['127.0.0.1', '[::1]', '::1', 'localhost'])

/** 253 of a name and 6 of a port. */
const MAX_HOST_LENGTH = 259
const HOST = /^(?:\[(?<ip>[0-9a-f:.]+)\]|(?<name>[a-z0-9_.-]+))(?::(?<port>[1-9]\d{0,4}))?$/i
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i
const PROTOCOL = /^[a-z][a-z0-9+.-]*$/i

/**
 * Links of this system begin with the Host of the call: anything but one name or address, with or without a port,
 * is refused. Forwarded headers are not used, but a proxy that sends a malformed one is misconfigured or attacked.
 */
export async function refuseMalformedHost({ raw, headers }: FastifyRequest): Promise<void> {
  // Node keeps the first of several and does not tell.
  const given = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  const isOne = given.length === 1 && isHost(headers.host ?? '')
  const areValid =
    isOne &&
    listed(headers['x-forwarded-host']).every(isHost) &&
    listed(headers['x-forwarded-proto']).every((protocol) => PROTOCOL.test(protocol))
  if (!areValid) throw new Refusal('bad_host')
}

const listed = (header: string | string[] | undefined) =>
  [header ?? []].flat().flatMap((line) => line.split(',').map((each) => each.trim()))

function isHost(host: string): boolean {
  const { ip, name, port = '' } = (host.length <= MAX_HOST_LENGTH && HOST.exec(host)?.groups) || {}
  if (Number(port) > 65_535) return false
  if (name === undefined) return ip !== undefined && isIPv6(ip)
  // A last label of digits is read as an address, which the parser of links then refuses.
  return (
    name
      .replace(/\.$/, '')
      .split('.')
      .every((label) => LABEL.test(label)) && URL.canParse(`http://${name}`)
  )
}

/**
 * The embedded system answers only to names of this machine. A page elsewhere can have its own name point
 * here, and would be the same origin as everything that is served; it cannot change the name it is called by.
 */
export async function refuseForeignHost(request: FastifyRequest): Promise<void> {
  if (!LOOPBACK.has(request.hostname)) throw new Refusal('foreign_host')
}
