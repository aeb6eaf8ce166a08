import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../dev/ports.ts'
import { requirePrograms, type Services, until } from './services.ts'

const ACCOUNT = 'swift'
const KINDS = ['account', 'container', 'object'] as const

export const SWIFT_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'drill:drill', AWS_SECRET_ACCESS_KEY: 'loopback' }

/** OpenStack Swift on one node with its S3 API, on loopback. `webOrigin`: origin with browser access. */
export async function startSwift(folder: string, services: Services, webOrigin: string): Promise<string> {
  requirePrograms(
    ['swift-proxy-server', 'memcached', 'setpriv'],
    'swift-proxy swift-account swift-container swift-object memcached',
  )
  const etc = join(folder, 'etc')
  for (const each of [etc, join(folder, 'disks/one')]) mkdirSync(each, { recursive: true })
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(join(etc, name), `${lines.join('\n')}\n`)
  const general = (port: number) => [
    '[DEFAULT]',
    `swift_dir = ${etc}`,
    'bind_ip = 127.0.0.1',
    `bind_port = ${port}`,
    'workers = 0',
    `user = ${ACCOUNT}`,
  ]
  write('swift.conf', [
    '[swift-hash]',
    'swift_hash_path_suffix = drill',
    'swift_hash_path_prefix = drill',
    '[storage-policy:0]',
    'name = one',
    'default = yes',
    '[swift-constraints]',
    // Requests signed with a session token exceed the default.
    'max_header_size = 16384',
  ])
  const ring = (kind: string, ...args: string[]) =>
    execFileSync('swift-ring-builder', [`${kind}.builder`, ...args], { cwd: etc, stdio: 'ignore' })
  for (const kind of KINDS) {
    const port = await freePort()
    ring(kind, 'create', '4', '1', '0')
    ring(kind, 'add', `r1z1-127.0.0.1:${port}/one`, '1')
    ring(kind, 'rebalance')
    write(`${kind}.conf`, [
      ...general(port),
      `devices = ${join(folder, 'disks')}`,
      'mount_check = false',
      'fallocate_reserve = 0',
      'disable_fallocate = true',
      '[pipeline:main]',
      `pipeline = ${kind}-server`,
      `[app:${kind}-server]`,
      `use = egg:swift#${kind}`,
    ])
  }
  const [proxyPort, cachePort] = [await freePort(), await freePort()]
  const filters = [
    'catch_errors',
    'gatekeeper',
    'healthcheck',
    'proxy-logging',
    'listing_formats',
    'bulk',
    'slo',
  ]
  write('proxy.conf', [
    ...general(proxyPort),
    `cors_allow_origin = ${webOrigin}`,
    'cors_expose_headers = etag',
    'strict_cors_mode = true',
    '[pipeline:main]',
    'pipeline = catch_errors gatekeeper healthcheck proxy-logging cache listing_formats bulk s3api tempauth slo proxy-logging proxy-server',
    '[app:proxy-server]',
    'use = egg:swift#proxy',
    'allow_account_management = true',
    'account_autocreate = true',
    // By default, ten errors suppress a server for a minute, but here each has only one.
    'error_suppression_interval = 1',
    'error_suppression_limit = 1000000',
    '[filter:s3api]',
    'use = egg:swift#s3api',
    's3_acl = false',
    'check_bucket_owner = false',
    `cors_preflight_allow_origin = ${webOrigin}`,
    'location = us-east-1',
    'min_segment_size = 5242880',
    '[filter:tempauth]',
    'use = egg:swift#tempauth',
    'user_drill_drill = loopback .admin',
    '[filter:cache]',
    'use = egg:swift#memcache',
    `memcache_servers = 127.0.0.1:${cachePort}`,
    ...filters.flatMap((name) => [`[filter:${name}]`, `use = egg:swift#${name.replaceAll('-', '_')}`]),
  ])
  execFileSync('chown', ['-R', ACCOUNT, folder])
  services.start('cache', ['memcached', '-l', '127.0.0.1', '-p', `${cachePort}`, '-m', '32'], {
    account: ACCOUNT,
  })
  const env = { SWIFT_CONF: etc }
  for (const kind of KINDS) services.start(kind, [`swift-${kind}-server`, `${kind}.conf`], { env, cwd: etc })
  services.start('proxy', ['swift-proxy-server', 'proxy.conf'], { env, cwd: etc })
  const address = `http://127.0.0.1:${proxyPort}`
  await until('Swift', async () => (await fetch(`${address}/healthcheck`)).ok)
  return address
}

/** Uses Swift's own API, in which a bucket is a container. */
export async function createBucket(endpoint: string, bucket: string): Promise<boolean> {
  const { AWS_ACCESS_KEY_ID: user, AWS_SECRET_ACCESS_KEY: key } = SWIFT_CREDENTIALS
  const login = await fetch(`${endpoint}/auth/v1.0`, {
    headers: { 'x-auth-user': user, 'x-auth-key': key },
  })
  const [account, token] = [login.headers.get('x-storage-url'), login.headers.get('x-auth-token')]
  if (!account || !token) return false
  const reply = await fetch(`${account}/${bucket}`, { method: 'PUT', headers: { 'x-auth-token': token } })
  return reply.ok
}
