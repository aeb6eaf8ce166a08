import type { ClientBase } from 'pg'
import { BinaryCopy } from './binary-copy.ts'
import { APOSTROPHE, DELETE, SPACE } from './bytes.ts'
import { EMPTY_DATE } from './date-cell.ts'
import { isFormulaStart } from './report-text.ts'

const MOST_SHOWN_BYTES = 2_000
const MOST_REASON_CHARS = 1_000
/** Three cells of text, of which the reason may hold three bytes a character, and the fixed columns. */
const ROW_BYTES = 2 * MOST_SHOWN_BYTES + 3 * MOST_REASON_CHARS + 100
const COLUMNS = 8

export const VALID = 0x56
export const INVALID = 0x49
export const DUPLICATE = 0x44

export type CardHalves = { high: number; low: number }

/**
 * The rows of a file as they go into its staging table. Cells are shown as uploaded, but neutral to
 * spreadsheets and on one line, so that the result needs nothing else.
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
    // The table is as new as the transaction: frozen rows need no second write when they are first read.
    this.#copy = new BinaryCopy(this.#client, `COPY ${this.#table} FROM STDIN (FORMAT binary, FREEZE)`)
  }

  /** `cell` must follow twice: for the card and for the reference. */
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
      copy.putText(reason.slice(0, MOST_REASON_CHARS))
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
    const most = end - start > MOST_SHOWN_BYTES ? wholeCharacters(bytes, start + MOST_SHOWN_BYTES) : end
    for (let i = start; i < most; i++) {
      const byte = bytes[i] as number
      block[to++] = byte < SPACE || byte === DELETE ? SPACE : byte
    }
    copy.int32(to - copy.at - 4)
    copy.at = to
  }

  async flush(): Promise<void> {
    await this.#copy?.flush()
  }

  async finish(): Promise<void> {
    await this.#copy?.finish()
    // Built when the rows are in it is summarised at once; a primary key would take as long as all the rest.
    await this.#client.query(`CREATE INDEX ON ${this.#table} USING brin (row_no)`)
  }

  /** Ends the COPY in an orderly way, so that the transaction can go on, and leaves no table. */
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

/** The last place at or before `at` where no UTF-8 character is cut. */
function wholeCharacters(bytes: Uint8Array, at: number): number {
  let end = at
  while (((bytes[end] as number) & 0xc0) === 0x80) end--
  return end
}
