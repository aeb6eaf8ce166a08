import { open } from 'node:fs/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { OLE, startsWith } from '../../csv/bytes.ts'
import { CellWriter } from './cell-writer.ts'
import { NumberCells } from './number-cells.ts'
import { SharedStrings } from './shared-strings.ts'
import { SharedStringsReader } from './shared-strings-reader.ts'
import { readRowCount } from './sheet-dimension.ts'
import { SheetReader } from './sheet-reader.ts'
import { DEFAULT_LIMITS, type WorkbookLimits } from './workbook-limits.ts'
import { readDateStyles, readWorkbookParts, type WorkbookParts } from './workbook-parts.ts'
import { rejectionOfOleFile, sheetsTooLarge } from './workbook-rejections.ts'
import { ZipArchive } from './zip-archive.ts'

export type WorkbookSheet = {
  name: string
  /** Rows by the sheet's stated dimension; null if not stated. */
  rows: number | null
  isHidden: boolean
}

export type SheetCsv = {
  /**
   * UTF-8 CSV with commas, RFC 4180 quotes and "\n": line n is row n of the sheet, column k its column k. Missing rows
   * are blank lines. Can be read once.
   */
  bytes: AsyncIterable<Uint8Array>
  /**
   * True if the cell was a number rather than text, a date or a boolean. `row` starts at 1, `column` at 0. Known for
   * rows that `bytes` has yielded; throws without `keepNumbers`.
   */
  isNumber(row: number, column: number): boolean
}

export type ReadSheet = {
  keepNumbers?: boolean
  /** Ends after the first rows, also where they have no value. */
  isHead?: boolean
  signal?: AbortSignal | undefined
}

export type Workbook = {
  sheets: readonly WorkbookSheet[]
  readSheet(index: number, options?: ReadSheet): SheetCsv
  close(): Promise<void>
}

/** Maximum time without yielding to the event loop. */
const SLICE_MS = 8

/** Opens the workbook in a local file. Throws FileRejected for one that cannot or must not be read. */
export async function openWorkbook(path: string, limits?: Partial<WorkbookLimits>): Promise<Workbook> {
  const effective = { ...DEFAULT_LIMITS, ...limits }
  if (startsWith(await firstBytes(path), OLE)) throw await rejectionOfOleFile(path)
  const archive = await ZipArchive.open(path, effective)
  try {
    const parts = await readWorkbookParts(archive)
    const isDate = parts.styles === undefined ? [] : await readDateStyles(archive, parts.styles)
    const sheets: WorkbookSheet[] = []
    for (const { name, isHidden, part } of parts.sheets) {
      sheets.push({ name, rows: await readRowCount(archive, part), isHidden })
    }
    return new OpenWorkbook(archive, parts, isDate, sheets, effective)
  } catch (error) {
    await archive.close()
    throw error
  }
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

class OpenWorkbook implements Workbook {
  readonly sheets: readonly WorkbookSheet[]
  readonly #archive: ZipArchive
  readonly #parts: WorkbookParts
  readonly #isDate: readonly boolean[]
  readonly #limits: WorkbookLimits
  #strings: Promise<SharedStrings> | undefined
  /** Bytes unpacked for the first rows of sheets. */
  #headBytes = 0

  constructor(
    archive: ZipArchive,
    parts: WorkbookParts,
    isDate: readonly boolean[],
    sheets: readonly WorkbookSheet[],
    limits: WorkbookLimits,
  ) {
    this.#archive = archive
    this.#parts = parts
    this.#isDate = isDate
    this.sheets = sheets
    this.#limits = limits
  }

  readSheet(index: number, options: ReadSheet = {}): SheetCsv {
    const part = this.#parts.sheets[index]?.part
    if (part === undefined) throw new RangeError(`There is no sheet ${index}`)
    const numbers = options.keepNumbers ? new NumberCells() : undefined
    return {
      bytes: this.#read(part, numbers, options),
      isNumber: (row, column) => {
        if (!numbers) throw new Error('The numbers of this sheet were not kept')
        return numbers.has(row, column)
      },
    }
  }

  async close(): Promise<void> {
    const strings = await this.#strings?.catch(() => undefined)
    await strings?.close()
    await this.#archive.close()
  }

  async *#read(
    part: string,
    numbers: NumberCells | undefined,
    { isHead, signal }: ReadSheet,
  ): AsyncGenerator<Uint8Array> {
    const strings = await this.#sharedStrings(signal)
    const { is1904 } = this.#parts
    const cells = new CellWriter({ strings, isDate: this.#isDate, is1904, limits: this.#limits, numbers })
    const sheet = new SheetReader(cells)
    const slice = new TimeSlice(signal)
    const { maxHeadBytes } = this.#limits
    let size = 0
    for await (const chunk of this.#archive.read(part, signal)) {
      size += chunk.length
      if (isHead) this.#countHead(chunk.length)
      sheet.feed(chunk)
      while (sheet.readBlock()) {
        yield* cells.blocks.take()
        await slice.pauseIfOver()
      }
      await slice.pauseIfOver()
      if (isHead && size > maxHeadBytes) {
        cells.blocks.finish()
        yield* cells.blocks.take()
        return
      }
    }
    sheet.finish()
    yield* cells.blocks.take()
  }

  #countHead(bytes: number): void {
    const { maxHeadsBytes } = this.#limits
    this.#headBytes += bytes
    if (this.#headBytes > maxHeadsBytes) throw sheetsTooLarge(maxHeadsBytes)
  }

  /** Read once, also if they are rejected; again after an abort. */
  #sharedStrings(signal?: AbortSignal): Promise<SharedStrings> {
    const reading = this.#strings ?? this.#readStrings(signal)
    this.#strings = reading
    reading.catch(() => {
      if (signal?.aborted) this.#strings = undefined
    })
    return reading
  }

  async #readStrings(signal?: AbortSignal): Promise<SharedStrings> {
    const strings = new SharedStrings(this.#limits)
    const part = this.#parts.sharedStrings
    if (part === undefined) return strings
    const reader = new SharedStringsReader(strings)
    const slice = new TimeSlice(signal)
    try {
      for await (const chunk of this.#archive.read(part, signal)) {
        reader.feed(chunk)
        await strings.flush()
        await slice.pauseIfOver()
      }
      reader.finish()
      await strings.finish()
      return strings
    } catch (error) {
      await strings.close()
      throw error
    }
  }
}

class TimeSlice {
  readonly #signal: AbortSignal | undefined
  #end = performance.now() + SLICE_MS

  constructor(signal?: AbortSignal) {
    this.#signal = signal
  }

  async pauseIfOver(): Promise<void> {
    if (performance.now() < this.#end) return
    this.#signal?.throwIfAborted()
    await yieldToEventLoop()
    this.#end = performance.now() + SLICE_MS
  }
}
