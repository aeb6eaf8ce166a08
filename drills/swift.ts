import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../dev/ports.ts'
import { requirePrograms, type Services, until } from './services.ts'

const ACCOUNT = 'swift'
const KINDS = ['account', 'container', 'object'] as const
export const SWIFT_PROGRAMS = ['swift-proxy-server', 'memcached', 'setpriv']
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'drill:drill', AWS_SECRET_ACCESS_KEY: 'loopback' }

/**
 * OpenStack Swift on one node with its S3 API, on loopback. Returns the variables of the product with the bucket, which
 * is created with Swift's own API unless `isMissing`. `webOrigin`: origin with browser access.
 */
export async function startBucket(
  { folder: parent, services }: { folder: string; services: Services },
  bucket: string,
  { webOrigin = 'http://127.0.0.1', isMissing = false } = {},
): Promise<{ env: Record<string, string> }> {
  requirePrograms(SWIFT_PROGRAMS, 'swift-proxy swift-account swift-container swift-object memcached')
  // Swift's account owns all of it.
  const folder = join(parent, 'swift')
  const etc = join(folder, 'etc')
  for (const each of [etc, join(folder, 'disks/one')]) mkdirSync(each, { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(etc, name), text)
  write('swift.conf', HASHES)
  const ring = (kind: string, ...args: string[]) =>
    execFileSync('swift-ring-builder', [`${kind}.builder`, ...args], { cwd: etc, stdio: 'ignore' })
  for (const kind of KINDS) {
    const port = await freePort()
    ring(kind, 'create', '4', '1', '0')
    ring(kind, 'add', `r1z1-127.0.0.1:${port}/one`, '1')
    ring(kind, 'rebalance')
    write(`${kind}.conf`, general(etc, port) + serverConfig(kind, join(folder, 'disks')))
  }
  const [proxyPort, cachePort] = [await freePort(), await freePort()]
  write('proxy.conf', general(etc, proxyPort) + proxyConfig(webOrigin, cachePort))
  execFileSync('chown', ['-R', ACCOUNT, folder])
  const cache = ['memcached', '-l', '127.0.0.1', '-p', `${cachePort}`, '-m', '32']
  services.start('cache', cache, { account: ACCOUNT })
  const options = { env: { SWIFT_CONF: etc }, cwd: etc }
  for (const kind of [...KINDS, 'proxy'])
    services.start(kind, [`swift-${kind}-server`, `${kind}.conf`], options)
  const endpoint = `http://127.0.0.1:${proxyPort}`
  await until('Swift', async () => (await fetch(`${endpoint}/healthcheck`)).ok)
  if (!isMissing) await until('the bucket', () => createBucket(endpoint, bucket))
  return { env: { ...CREDENTIALS, S3_BUCKET: bucket, S3_REGION: 'us-east-1', S3_ENDPOINT: endpoint } }
}

/** Creates a container, which is the bucket. */
async function createBucket(endpoint: string, bucket: string): Promise<boolean> {
  const login = await fetch(`${endpoint}/auth/v1.0`, {
    headers: {
      'x-auth-user': CREDENTIALS.AWS_ACCESS_KEY_ID,
      'x-auth-key': CREDENTIALS.AWS_SECRET_ACCESS_KEY,
    },
  })
  const [account, token] = [login.headers.get('x-storage-url'), login.headers.get('x-auth-token')]
  if (!account || !token) return false
  return (await fetch(`${account}/${bucket}`, { method: 'PUT', headers: { 'x-auth-token': token } })).ok
}

/** Requests signed with a session token exceed the default size of headers. */
const HASHES = `[swift-hash]
swift_hash_path_suffix = drill
swift_hash_path_prefix = drill
[storage-policy:0]
name = one
default = yes
[swift-constraints]
max_header_size = 16384
`

const general = (etc: string, port: number) => `[DEFAULT]
swift_dir = ${etc}
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${ACCOUNT}
`

const serverConfig = (kind: string, disks: string) => `devices = ${disks}
mount_check = false
fallocate_reserve = 0
disable_fallocate = true
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`

const PLAIN_FILTERS = [
  'catch_errors',
  'gatekeeper',
  'healthcheck',
  'proxy-logging',
  'listing_formats',
  'bulk',
  'slo',
]

/** By default, ten errors suppress a server for a minute, but here each has only one. */
const proxyConfig = (webOrigin: string, cachePort: number) => `cors_allow_origin = ${webOrigin}
cors_expose_headers = etag
strict_cors_mode = true
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck proxy-logging cache listing_formats bulk s3api tempauth slo proxy-logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
error_suppression_interval = 1
error_suppression_limit = 1000000
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
check_bucket_owner = false
cors_preflight_allow_origin = ${webOrigin}
location = us-east-1
min_segment_size = 5242880
[filter:tempauth]
use = egg:swift#tempauth
user_drill_drill = loopback .admin
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}
${PLAIN_FILTERS.map((name) => `[filter:${name}]\nuse = egg:swift#${name.replaceAll('-', '_')}`).join('\n')}
`
