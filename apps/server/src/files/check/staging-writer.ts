import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { APOSTROPHE, byteAt, COMMA, DELETE, SEMICOLON, SPACE } from '../csv/bytes.ts'
import { type Card, EMPTY_DATE } from '../csv/cells.ts'
import { isFormulaBehind, isFormulaStart } from '../csv/csv-cell.ts'

const MAX_TEXT_BYTES = 2_000
const MAX_REASON_CHARS = 1_000
/** Bound: two texts with an apostrophe per two bytes, a reason with three bytes per character, and fixed columns. */
const ROW_BYTES = 3 * MAX_TEXT_BYTES + 3 * MAX_REASON_CHARS + 100
const COLUMNS = 8

/** 1 for bytes that `cell` copies unchanged. Most bytes then take one comparison. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < SPACE || byte === DELETE || byte === COMMA || byte === SEMICOLON ? 0 : 1,
)

export const VALID = 0x56
export const INVALID = 0x49
export const DUPLICATE = 0x44

type StagedRow = { card: Pick<Card, 'high' | 'low'> | undefined; dateFrom: number; dateTo: number }

/**
 * Copies the rows of a file into its staging table. Text cells are stored as shown in the result: on one
 * line and with formulas neutralized.
 */
export class StagingWriter {
  readonly #client: ClientBase
  readonly #table: string
  #copy: BinaryCopy | undefined

  constructor(client: ClientBase, table: string) {
    this.#client = client
    this.#table = table
  }

  async open(): Promise<void> {
    await this.#client.query(`DROP TABLE IF EXISTS ${this.#table}`)
    // Logged: after a crash, an UNLOGGED table would be empty while its file still awaits confirmation.
    await this.#client.query(
      `CREATE TABLE ${this.#table} (row_no integer NOT NULL, card_number bigint NOT NULL, date_from date, date_to date,
         outcome "char" NOT NULL, reason text, card_text text, reference_no text)`,
    )
    await this.#client.query('SELECT divide_staging($1)', [this.#table])
    // FREEZE saves a rewrite on the first read; possible because this transaction created the table.
    this.#copy = new BinaryCopy(this.#client, `COPY ${this.#table} FROM STDIN (FORMAT binary, FREEZE)`)
  }

  #opened(): BinaryCopy {
    if (!this.#copy) throw new Error('The staging table is not open')
    return this.#copy
  }

  /** Must be followed by two calls of `cell`: card and reference. */
  row(row: number, { card, dateFrom, dateTo }: StagedRow, outcome: number, reason: string): void {
    const copy = this.#opened()
    copy.startRow(COLUMNS, ROW_BYTES)
    copy.putInt32(row)
    if (outcome === VALID && card) {
      copy.putInt64(card.high, card.low)
      putDate(copy, dateFrom)
      putDate(copy, dateTo)
      copy.putByte(VALID)
      copy.putNull()
    } else {
      // A number that no card has, because an engine may divide the table by it.
      copy.putInt64(-1, -row)
      copy.putNull()
      copy.putNull()
      copy.putByte(outcome)
      copy.putText(reason.slice(0, MAX_REASON_CHARS))
    }
  }

  cell(bytes: Uint8Array, start: number, end: number): void {
    const copy = this.#opened()
    if (start >= end) {
      copy.putNull()
      return
    }
    const { block } = copy
    let to = copy.at + 4
    if (isFormulaStart(bytes, start)) block[to++] = APOSTROPHE
    const limit = end - start > MAX_TEXT_BYTES ? characterBoundary(bytes, start + MAX_TEXT_BYTES) : end
    for (let i = start; i < limit; i++) {
      const byte = byteAt(bytes, i)
      if (PLAIN[byte] === 1) {
        block[to++] = byte
        continue
      }
      block[to++] = byte < SPACE || byte === DELETE ? SPACE : byte
      if ((byte === COMMA || byte === SEMICOLON) && isFormulaBehind(bytes, i + 1, limit))
        block[to++] = APOSTROPHE
    }
    copy.int32(to - copy.at - 4)
    copy.at = to
  }

  async flush(): Promise<void> {
    await this.#copy?.flush()
  }

  async finish(): Promise<void> {
    await this.#copy?.finish()
    // BRIN is cheap; a primary key would take as long as everything else. The index commits with the rows: without it,
    // each chunk would read the whole table.
    await this.#client.query(`CREATE INDEX ON ${this.#table} USING brin (row_no)`)
  }

  /** Completes the COPY, so that the transaction stays usable, and drops the table. */
  async drop(): Promise<void> {
    if (this.#copy === undefined) return
    await this.#copy.finish()
    await this.#client.query(`DROP TABLE ${this.#table}`)
  }

  async abort(): Promise<void> {
    await this.#copy?.abort()
  }
}

function putDate(copy: BinaryCopy, day: number): void {
  if (day === EMPTY_DATE) copy.putNull()
  else copy.putInt32(day)
}

/** The last UTF-8 character boundary at or before `at`. */
function characterBoundary(bytes: Uint8Array, at: number): number {
  let end = at
  while ((byteAt(bytes, end) & 0xc0) === 0x80) end--
  return end
}

const BLOCK_BYTES = 64 * 1024
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER = Buffer.from([0xff, 0xff])

/** Encodes PostgreSQL's binary COPY into blocks. Put methods are synchronous; `flush` sends full blocks and waits. */
class BinaryCopy {
  block: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  at = SIGNATURE.copy(this.block)
  /** View of the block. Writes a number at once instead of byte by byte. */
  #view = new DataView(this.block.buffer)
  #full: { block: Buffer<ArrayBuffer>; bytes: number }[] = []
  /** Sent blocks for reuse, because allocating thousands would burden the garbage collector. */
  #free: Buffer<ArrayBuffer>[] = []
  #failure: Error | undefined
  readonly #copy: CopyStreamQuery

  readonly #socket: Socket

  constructor(client: ClientBase, sql: string) {
    // Untyped in the driver. Only the socket shows if bytes are still buffered.
    this.#socket = (client as unknown as { connection: { stream: Socket } }).connection.stream
    this.#copy = client.query(copyFrom(sql))
    this.#copy.on('error', (error) => {
      this.#failure ??= error
    })
  }

  /** Starts a row that takes at most `maxBytes`. */
  startRow(columns: number, maxBytes: number): void {
    if (this.at + maxBytes > BLOCK_BYTES) this.#nextBlock()
    this.#view.setInt16(this.at, columns)
    this.at += 2
  }

  int32(value: number): void {
    this.#view.setInt32(this.at, value)
    this.at += 4
  }

  putNull(): void {
    this.int32(-1)
  }

  putInt32(value: number): void {
    this.int32(4)
    this.int32(value)
  }

  putInt64(high: number, low: number): void {
    this.int32(8)
    this.int32(high)
    this.int32(low)
  }

  putByte(byte: number): void {
    this.int32(1)
    this.block[this.at++] = byte
  }

  putText(text: string): void {
    const length = this.block.write(text, this.at + 4)
    this.int32(length)
    this.at += length
  }

  async flush(): Promise<void> {
    const full = this.#full
    if (full.length === 0) return
    this.#full = []
    for (const { block, bytes } of full) {
      if (this.#failure) throw this.#failure
      if (!this.#copy.write(block.subarray(0, bytes))) await once(this.#copy, 'drain')
    }
    // With nothing buffered in stream and socket, the blocks can be reused.
    if (this.#copy.writableLength === 0 && this.#socket.writableLength === 0) {
      for (const { block } of full) if (block.length === BLOCK_BYTES) this.#free.push(block)
    }
  }

  async finish(): Promise<void> {
    this.#nextBlock()
    this.#full.push({ block: TRAILER, bytes: TRAILER.length })
    await this.flush()
    this.#copy.end()
    if (!this.#copy.writableFinished) await once(this.#copy, 'finish')
  }

  /** Fails the statement and thereby the transaction. */
  async abort(): Promise<void> {
    if (this.#failure || this.#copy.destroyed) return
    this.#copy.destroy()
    // `once` of node:events would reject with the error of the aborted COPY, hiding the cause.
    if (!this.#copy.closed) await new Promise((resolve) => this.#copy.once('close', resolve))
  }

  #nextBlock(): void {
    this.#full.push({ block: this.block, bytes: this.at })
    this.block = this.#free.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES)
    this.#view = new DataView(this.block.buffer)
    this.at = 0
  }
}
