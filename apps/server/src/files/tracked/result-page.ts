import { Buffer } from 'node:buffer'
import type { api } from '@backoffice/contract/api'
import type { ResultOutcome } from '@backoffice/contract/file-kinds'
import type { ResultRow } from '@backoffice/contract/files'
import { objectKey } from '../../adapters/storage/object-keys.ts'
import type { Storage } from '../../adapters/storage/storage.ts'
import type { Reader } from '../../db/client.ts'
import type { LedgerReader } from '../../db/ledger.ts'
import { findCardsByNumber } from '../../features/transactions/transactions.store.ts'
import type { Call } from '../../kernel/caller.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { type Handlers, requirePermissions } from '../../kernel/mount.ts'
import { linesOf, type ReadRow, readResultLine } from '../result/result-cells.ts'
import { type LineSpan, ResultIndex, rowsWithLastFour } from '../result/result-index.ts'
import { resultHeader } from '../result/result-lines.ts'
import { listIndexedChunks, listLastFours } from './chunks.store.ts'
import { type FilesDeps, getVisibleFile } from './file-access.ts'
import { downloadPermissions } from './file-permissions.ts'
import type { FileRow } from './files.store.ts'
import { isHeld } from './held-result.ts'
import { hasOwnNumbers } from './reveal-rules.ts'
import { artifactsOf } from './tracked-file.ts'

type Deps = Pick<FilesDeps, 'db' | 'ledger' | 'storage'>

const SEPARATORS = /[\s,]/g
const ROW_OR_LAST_FOUR = /^\d{1,7}$/
const LAST_FOUR = /^\d{4}$/

/**
 * One page of a finished inquiry's result. Card numbers are masked for every reader, damaged ones for all but the
 * uploader.
 */
export function resultPage(deps: Deps): Handlers<(typeof api)['files']>['result'] {
  const indexes = new ResultIndexes(deps.db)
  return async ({ body }, call) => {
    const { outcome, page, page_size } = body
    const file = await readableResult(deps, body.source_filekey, call)
    const index = await indexes.open(file)
    const skip = (page - 1) * page_size
    const counts = countsOf(file)
    const isOwn = hasOwnNumbers(file, call.caller)
    const searched =
      body.search === undefined ? null : await search(deps, { file, index, isOwn }, body.search)
    const matching = searched?.filter((row) => outcome === undefined || index.outcomeOf(row) === outcome)
    const rows = matching
      ? matching.slice(skip, skip + page_size)
      : outcome === undefined
        ? rowsBetween(skip + 1, Math.min(skip + page_size, index.rows))
        : index.find(outcome, skip, page_size)
    return {
      items: await withCardIds(
        deps.ledger.db,
        await readResultRows(deps.storage, { filekey: file.source_filekey, index, rows, isOwn }),
      ),
      total: matching?.length ?? (outcome === undefined ? index.rows : counts[outcome]),
      page,
      page_size,
      counts,
    }
  }
}

/** The file, if the caller may read its result and it is neither held nor removed. */
export async function readableResult(
  { db }: Pick<Deps, 'db'>,
  filekey: string,
  { caller }: Pick<Call, 'caller'>,
): Promise<FileRow> {
  const file = await getVisibleFile(db, filekey, caller)
  requirePermissions(caller, downloadPermissions(file, caller))
  if (file.kind === 'inquiry' && isHeld(file)) throw new HttpError('result_held')
  if (file.kind !== 'inquiry' || !artifactsOf(file).includes('result'))
    throw new HttpError('artifact_not_found', file.originals_removed_at === null ? {} : { detail: REMOVED })
  return file
}

const REMOVED = 'The result was removed after its retention period. Upload the file again for current data.'

function countsOf({ found, not_found, error, duplicate }: FileRow): Record<ResultOutcome, number> {
  return { FOUND: found, NOT_FOUND: not_found, INVALID: error, DUPLICATE: duplicate }
}

/** Rows with this number, or with these last four digits, in order. */
async function search(
  { db }: Deps,
  { file, index, isOwn }: { file: FileRow; index: ResultIndex; isOwn: boolean },
  typed: string,
): Promise<number[]> {
  const text = typed.replace(SEPARATORS, '')
  if (!ROW_OR_LAST_FOUR.test(text))
    throw invalidField('search', 'invalid', 'Enter a row number or the last four digits of a card.')
  const row = Number(text)
  const byNumber = row >= 1 && row <= index.rows ? [row] : []
  if (!LAST_FOUR.test(text)) return byNumber
  const chunks = (await listLastFours(db, file.source_filekey)).map(({ from_row, last_fours }) => {
    if (last_fours === null) throw new HttpError('artifact_not_found', { detail: NOT_INDEXED })
    return { fromRow: from_row, lastFours: last_fours }
  })
  // Digits of a damaged card are hidden from other users.
  const byLastFour = rowsWithLastFour(chunks, row).filter(
    (each) => isOwn || index.outcomeOf(each) !== 'INVALID',
  )
  const rows = new Set([...byNumber, ...byLastFour])
  return [...rows].sort((a, b) => a - b)
}

function rowsBetween(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

/** Reads rows of the result, in order. */
export async function readResultRows(
  storage: Pick<Storage, 'read'>,
  {
    filekey,
    index,
    rows,
    isOwn,
  }: { filekey: string; index: ResultIndex; rows: readonly number[]; isOwn: boolean },
): Promise<ReadRow[]> {
  const key = objectKey.result(filekey)
  const wanted = new Set(rows)
  const spans = await Promise.all(
    index.spansOf(rows).map((span) => readSpan(storage, key, span, wanted, isOwn)),
  )
  return spans.flat()
}

/** Adds the ids of the found cards. */
async function withCardIds(ledger: LedgerReader, read: readonly ReadRow[]): Promise<ResultRow[]> {
  const known = read.flatMap(({ shown, cardNumber }) =>
    cardNumber !== undefined && HAS_CARD.has(shown.outcome) ? [cardNumber] : [],
  )
  const cards = await findCardsByNumber(ledger, known)
  return read.map(({ shown, cardNumber }) => ({
    ...shown,
    card_id: (cardNumber && cards.get(cardNumber)?.card_id) ?? null,
  }))
}

/** A card that was not found is not looked up again, because that would repeat the inquiry. */
const HAS_CARD: ReadonlySet<ResultOutcome> = new Set<ResultOutcome>(['FOUND', 'DUPLICATE'])

async function readSpan(
  storage: Pick<Storage, 'read'>,
  key: string,
  span: LineSpan,
  rows: ReadonlySet<number>,
  isOwn: boolean,
) {
  const parts: Uint8Array[] = []
  for await (const part of storage.read(key, span)) parts.push(part)
  const read: ReadRow[] = []
  let row = span.fromRow
  for (const line of linesOf(Buffer.concat(parts).toString())) {
    if (rows.has(row)) read.push(readResultLine(line, isOwn))
    row++
  }
  return read
}

const HEADER_BYTES = Buffer.byteLength(resultHeader)
/** An index of a million rows has 0.4 MB. */
const MAX_KEPT = 8
const NOT_INDEXED = 'This result is from a former release and cannot be shown on screen. Download it instead.'

/** Opens indexes, and keeps those last used, because reading one takes longer than a page. A result never changes. */
class ResultIndexes {
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
