import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'

const LOOPBACK = new Set(['127.0.0.1', '[::1]', '::1', 'localhost'])

/** 253 for a name and 6 for a port. */
const MAX_HOST_LENGTH = 259
const HOST = /^(?:\[(?<ip>[0-9a-f:.]+)\]|(?<name>[a-z0-9_.-]+))(?::(?<port>[1-9]\d{0,4}))?$/i
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i
const PROTOCOL = /^[a-z][a-z0-9+.-]*$/i

/**
 * Links are built from the Host header, so anything but one name or address with an optional port is rejected.
 * A malformed forwarded header, though unused, means a misconfigured or attacked proxy.
 */
export async function rejectMalformedHost({ raw, headers }: FastifyRequest): Promise<void> {
  // Node silently keeps the first of several Host headers.
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  const isOne = hosts.length === 1 && isHost(headers.host ?? '')
  const areValid =
    isOne &&
    splitHeader(headers['x-forwarded-host']).every(isHost) &&
    splitHeader(headers['x-forwarded-proto']).every((protocol) => PROTOCOL.test(protocol))
  if (!areValid) throw new HttpError('bad_host')
}

const splitHeader = (header: string | string[] | undefined) =>
  [header ?? []].flat().flatMap((line) => line.split(',').map((each) => each.trim()))

function isHost(host: string): boolean {
  const { ip, name, port = '' } = (host.length <= MAX_HOST_LENGTH && HOST.exec(host)?.groups) || {}
  if (Number(port) > 65_535) return false
  if (name === undefined) return ip !== undefined && isIPv6(ip)
  // A last label of digits is parsed as an IPv4 address, which the URL parser may reject.
  return (
    name
      .replace(/\.$/, '')
      .split('.')
      .every((label) => LABEL.test(label)) && URL.canParse(`http://${name}`)
  )
}

/** Protects the embedded system against DNS rebinding, where a foreign name resolves to this machine. */
export async function rejectForeignHost(request: FastifyRequest): Promise<void> {
  if (!LOOPBACK.has(request.hostname)) throw new HttpError('foreign_host')
}
