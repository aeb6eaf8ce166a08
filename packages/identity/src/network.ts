import { isIP, isIPv6 } from 'node:net'

/** An IPv6 site has a whole /64: its first four groups. */
export function networkOf(ip: string): string {
  // What a proxy forwards may be any text.
  if (isIP(ip) === 0) return 'unknown'
  if (!isIPv6(ip) || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4).join(':')
}
