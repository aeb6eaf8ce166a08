import { Buffer } from 'node:buffer'
import type { Reader } from '../../db/client.ts'
import { HttpError } from '../../kernel/errors.ts'
import { ResultIndex } from '../result/result-index.ts'
import { resultHeader } from '../result/result-lines.ts'
import { listIndexedChunks } from './chunks.store.ts'
import type { FileRow } from './files.store.ts'

const HEADER_BYTES = Buffer.byteLength(resultHeader)
/** An index of a million rows has 0.4 MB. */
const MAX_KEPT = 8
export const NOT_INDEXED =
  'This result is from a former release and cannot be shown on screen. Download it instead.'

/** Opens indexes, and keeps those last used: reading one takes longer than reading a page. A result never changes. */
export class ResultIndexes {
  readonly #db: Reader
  /** By key and hash of the result, least recently used first. */
  readonly #kept = new Map<string, ResultIndex>()

  constructor(db: Reader) {
    this.#db = db
  }

  async open({ source_filekey, result_sha256 }: FileRow): Promise<ResultIndex> {
    const name = `${source_filekey} ${result_sha256}`
    const index = this.#kept.get(name) ?? (await this.#read(source_filekey))
    this.#kept.delete(name)
    this.#kept.set(name, index)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return index
  }

  async #read(filekey: string): Promise<ResultIndex> {
    const chunks = (await listIndexedChunks(this.#db, filekey)).map(({ from_row, to_row, bytes, blocks }) => {
      if (bytes === null || blocks === null)
        throw new HttpError('artifact_not_found', { detail: NOT_INDEXED })
      return { fromRow: from_row, toRow: to_row, bytes, blocks }
    })
    return new ResultIndex(chunks, HEADER_BYTES)
  }
}
