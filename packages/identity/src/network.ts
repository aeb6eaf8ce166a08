import { isIP, isIPv6 } from 'node:net'

/** Network of an address: the /64 of an IPv6 address, because a site has a whole one, or the IPv4 address itself. */
export function networkOf(ip: string): string {
  // A proxy may forward any text.
  if (isIP(ip) === 0) return 'unknown'
  if (!isIPv6(ip) || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4).join(':')
}
