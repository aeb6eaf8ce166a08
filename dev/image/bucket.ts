/** By Swift's own API, which its S3 API shares its buckets with. */
export async function createSwiftBucket(address: string, name: string): Promise<void> {
  const headers = { 'x-auth-user': 'drill:drill', 'x-auth-key': 'loopback' }
  const account = await fetch(`${address}/auth/v1.0`, { headers })
  const token = account.headers.get('x-auth-token') ?? ''
  const url = `${account.headers.get('x-storage-url')}/${name}`
  const created = await fetch(url, { method: 'PUT', headers: { 'x-auth-token': token } })
  if (!created.ok) throw new Error(`The bucket could not be created: ${created.status}`)
}
