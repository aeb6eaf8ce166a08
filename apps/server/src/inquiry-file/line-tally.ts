import { Buffer } from 'node:buffer'
import { LF } from './bytes.ts'
import { RESULT_COLUMNS } from './result-format.ts'

/** Only a line without an answer ends like this; no cell has a line break, so it cannot be inside of one. */
const UNANSWERED = Buffer.from(
  `${','.repeat(RESULT_COLUMNS.length - RESULT_COLUMNS.indexOf('reason') - 1)}\n`,
)
/** And only one without a reason has this before it. */
const NOT_FOUND = Buffer.from(',NOT_FOUND,')

/** Counts outcomes as the lines go by: asking the database would read every row a second time. */
export class LineTally {
  /** Lines that are not FOUND. */
  unanswered = 0
  notFound = 0
  #tail = Buffer.alloc(0)

  add(block: Buffer): void {
    // A line that is not whole waits for the next block.
    const bytes = this.#tail.length === 0 ? block : Buffer.concat([this.#tail, block])
    let at = bytes.indexOf(UNANSWERED)
    while (at !== -1) {
      this.unanswered++
      if (NOT_FOUND.compare(bytes, Math.max(0, at - NOT_FOUND.length), at) === 0) this.notFound++
      at = bytes.indexOf(UNANSWERED, at + UNANSWERED.length)
    }
    this.#tail = Buffer.from(bytes.subarray(bytes.lastIndexOf(LF) + 1))
  }
}
