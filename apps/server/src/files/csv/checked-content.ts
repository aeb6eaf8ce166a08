import { createHash } from 'node:crypto'
import { checkExpected, type ExpectedContent } from './file-rejected.ts'

export type Content = { sha256: string; bytes: number }

/** The source with its hash, which is compared with the announced one at the end: throws FileRejected. */
export function checkedContent(source: AsyncIterable<Uint8Array>, expected: ExpectedContent) {
  const hash = createHash('sha256')
  const content: Content = { sha256: '', bytes: 0 }
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      hash.update(chunk)
      content.bytes += chunk.length
      yield chunk
    }
    content.sha256 = hash.digest('hex')
    checkExpected(expected, { size: content.bytes, sha256: content.sha256 })
  }
  return { source: read(), content }
}
