import { randomUUID } from 'node:crypto'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { beforeAll } from 'vitest'
import { testStorage } from '../../testing/storage-contract.ts'
import { S3Storage } from './s3-storage.ts'

/** Of the server that `npm run drill:s3` starts. */
const { S3_ENDPOINT: endpoint = '' } = process.env
const bucket = { name: `drill-${randomUUID()}`, region: 'us-east-1', endpoint, browserEndpoint: endpoint }

beforeAll(async () => {
  const client = new S3Client({ region: bucket.region, endpoint, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: bucket.name }))
})

testStorage(() => ({ storage: new S3Storage(bucket), other: new S3Storage(bucket), send: fetch }), 'full')
