import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { beforeAll, expect, test } from 'vitest'
import { testStorage } from '../../testing/storage-contract.ts'
import { S3Storage } from './s3-storage.ts'

/** Settings of the server that `npm run drill:s3` starts. */
const { S3_ENDPOINT: endpoint = '', S3_REGION: region = '', S3_BUCKET: name = '' } = process.env
const bucket = { name, region, endpoint, browserEndpoint: endpoint }

beforeAll(async () => {
  const client = new S3Client({ region: bucket.region, endpoint, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: bucket.name }))
})

testStorage(() => ({ storage: new S3Storage(bucket), other: new S3Storage(bucket), send: fetch }), 'full')

const MB = 1024 ** 2
const LARGE = 200 * MB

test('a large object is uploaded and downloaded in constant memory', async () => {
  const storage = new S3Storage(bucket)
  const key = `results/${randomUUID()}/result.csv`
  const block = randomBytes(MB)
  let peak = 0
  const observe = () => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }
  async function* content() {
    for (let sent = 0; sent < LARGE; sent += block.length) {
      observe()
      yield block
    }
  }
  const idle = process.memoryUsage().rss
  const startedMs = performance.now()
  const { bytes, sha256 } = await storage.write(key, content())
  const writtenMs = performance.now()
  const hash = createHash('sha256')
  for await (const chunk of storage.read(key)) {
    observe()
    hash.update(chunk)
  }
  const readMs = performance.now()
  expect([bytes, hash.digest('hex')]).toEqual([LARGE, sha256])
  const grown = (peak - idle) / MB
  console.log(
    `${LARGE / MB} MB up in ${Math.round(writtenMs - startedMs)} ms, down in ${Math.round(readMs - writtenMs)} ms, memory +${Math.round(grown)} MB`,
  )
  expect(grown).toBeLessThan(100)
})
