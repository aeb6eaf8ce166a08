import type { ClientBase } from 'pg'
import { APOSTROPHE, COMMA, DELETE, SEMICOLON, SPACE } from './ascii.ts'
import { BinaryCopy } from './binary-copy.ts'
import { EMPTY_DATE } from './date-cell.ts'
import { isFormulaBehind, isFormulaStart } from './report-text.ts'

const MAX_TEXT_BYTES = 2_000
const MAX_REASON_CHARS = 1_000
/** Two text cells with an apostrophe for each second byte, the reason with up to three bytes per character, and the fixed columns. */
const ROW_BYTES = 3 * MAX_TEXT_BYTES + 3 * MAX_REASON_CHARS + 100
const COLUMNS = 8

export const VALID = 0x56
export const INVALID = 0x49
export const DUPLICATE = 0x44

export type CardHalves = { high: number; low: number }

/**
 * Copies the rows of a file into its staging table. Text cells are stored as the result will show them: on one
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
    await this.#client.query(
      `CREATE TABLE ${this.#table} (row_no integer NOT NULL, card_number bigint, date_from date, date_to date,
         outcome "char" NOT NULL, reason text, card_text text, reference_no text)`,
    )
    // FREEZE is possible because the transaction created the table; it saves a rewrite on the first read.
    this.#copy = new BinaryCopy(this.#client, `COPY ${this.#table} FROM STDIN (FORMAT binary, FREEZE)`)
  }

  /** Must be followed by two calls of `cell`: card and reference. */
  row(row: number, card: CardHalves, from: number, to: number, outcome: number, reason: string): void {
    const copy = this.#copy as BinaryCopy
    copy.startRow(COLUMNS, ROW_BYTES)
    copy.putInt32(row)
    if (outcome === VALID) {
      copy.putInt64(card.high, card.low)
      putDate(copy, from)
      putDate(copy, to)
      copy.putByte(VALID)
      copy.putNull()
    } else {
      copy.putNull()
      copy.putNull()
      copy.putNull()
      copy.putByte(outcome)
      copy.putText(reason.slice(0, MAX_REASON_CHARS))
    }
  }

  cell(bytes: Uint8Array, start: number, end: number): void {
    const copy = this.#copy as BinaryCopy
    if (start >= end) {
      copy.putNull()
      return
    }
    const { block } = copy
    let to = copy.at + 4
    if (isFormulaStart(bytes, start)) block[to++] = APOSTROPHE
    const limit = end - start > MAX_TEXT_BYTES ? characterBoundary(bytes, start + MAX_TEXT_BYTES) : end
    for (let i = start; i < limit; i++) {
      const byte = bytes[i] as number
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
    // BRIN is cheap to build; a primary key would take as long as all the rest.
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
  while (((bytes[end] as number) & 0xc0) === 0x80) end--
  return end
}
