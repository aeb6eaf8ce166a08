import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { WritableClient } from '../db/writable-client.ts'

/** The error of a client whose socket fails while it connects. */
function connectFailing(error: Error): Promise<unknown> {
  const socket = new Socket()
  socket.connect = () => socket.destroy(error)
  const client = new WritableClient({ host: 'db.example', port: 5432, stream: () => socket })
  return client.connect().catch((reported) => reported)
}

const failure = (code: string) => Object.assign(new Error('a hint of Node'), { code })

test.each([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])('says what a certificate needs that fails with %s', async (code) => {
  expect(await connectFailing(failure(code))).toMatchObject({
    code,
    message:
      'The certificate of the database at db.example:5432 is self-signed or of an unknown authority: add sslrootcert=FILE to the URL, the file of its authority.',
  })
})

test.each([failure('CERT_HAS_EXPIRED'), failure('ECONNREFUSED'), new Error('any')])(
  'leaves another failure as it is: %o',
  async (error) => {
    expect(await connectFailing(error)).toBe(error)
  },
)
