import { expect, test } from 'vitest'
import { explainCertificate } from './certificate.ts'

const database = { host: 'db.example', port: 5432 }
const failure = (code: string) => Object.assign(new Error('a hint of Node'), { code })

test.each([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])('says what a certificate needs that fails with %s', (code) => {
  const explained = explainCertificate(failure(code), database)
  expect(explained).toMatchObject({
    code,
    message:
      'The certificate of the database at db.example:5432 is self-signed or of an unknown authority: add sslrootcert=FILE to the URL, the file of its authority.',
  })
})

test.each([failure('CERT_HAS_EXPIRED'), failure('ECONNREFUSED'), new Error('any'), 'any'])(
  'leaves another failure as it is: %o',
  (error) => {
    expect(explainCertificate(error, database)).toBe(error)
  },
)
