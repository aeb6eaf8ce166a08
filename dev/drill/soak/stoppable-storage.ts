import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Drill } from '../run-drill.ts'
import { until } from '../services.ts'
import { SWIFT_CREDENTIALS, startSwift } from '../swift.ts'

const BUCKET = 'soak'

/** `parts`: names of services that can be killed and started again. */
export type StoppableStorage = { name: string; env: NodeJS.ProcessEnv; parts: readonly string[] }

/** Swift with its S3 API where it is installed; elsewhere the folder, which is never gone. */
export async function startStorage(drill: Drill): Promise<StoppableStorage> {
  if (!isSwiftInstalled()) return { name: 'a folder', env: {}, parts: [] }
  // All of it is given to Swift's account.
  const folder = join(drill.folder, 'swift')
  mkdirSync(folder)
  const endpoint = await startSwift(folder, drill.services, 'http://127.0.0.1')
  await until('the bucket', () => createBucket(endpoint))
  return {
    name: 'Swift',
    env: { ...SWIFT_CREDENTIALS, S3_BUCKET: BUCKET, S3_REGION: 'us-east-1', S3_ENDPOINT: endpoint },
    parts: ['proxy', 'object', 'container', 'account'],
  }
}

function isSwiftInstalled(): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    execFileSync('sh', ['-c', 'command -v swift-proxy-server && command -v memcached'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** By the API of Swift itself: a bucket is a container. */
async function createBucket(endpoint: string): Promise<boolean> {
  const { AWS_ACCESS_KEY_ID: user, AWS_SECRET_ACCESS_KEY: key } = SWIFT_CREDENTIALS
  const login = await fetch(`${endpoint}/auth/v1.0`, {
    headers: { 'x-auth-user': user, 'x-auth-key': key },
  })
  const [account, token] = [login.headers.get('x-storage-url'), login.headers.get('x-auth-token')]
  if (!account || !token) return false
  const reply = await fetch(`${account}/${BUCKET}`, { method: 'PUT', headers: { 'x-auth-token': token } })
  return reply.ok
}
