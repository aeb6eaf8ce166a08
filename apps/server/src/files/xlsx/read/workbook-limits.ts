export type PartLimits = {
  /** Maximum bytes of an unpacked part. */
  maxPartBytes: number
  /** Maximum ratio of unpacked to packed bytes of a part larger than `freeRatioBytes`. */
  maxRatio: number
  freeRatioBytes: number
}

export type WorkbookLimits = PartLimits & {
  /** Maximum parts in the zip file. */
  maxParts: number
  /** Maximum rows with a value, including the header. */
  maxRows: number
  maxColumns: number
  /** Maximum text of a sheet as CSV. One shared string can fill millions of cells. */
  maxCsvBytes: number
  /**
   * Maximum bytes unpacked for the first rows of a sheet, and of all sheets of a workbook. A sheet without a value in its
   * bytes counts as empty.
   */
  maxHeadBytes: number
  maxHeadsBytes: number
  /** Maximum shared strings. Each needs four bytes of memory, also if it is empty. */
  maxStrings: number
  /** Shared strings beyond this spill to a temporary file. */
  maxStringBytesInMemory: number
}

const MB = 1024 * 1024

/** Limits of parts such as styles, which a parser turns into strings and objects. */
export const SMALL_PART: PartLimits = { maxPartBytes: 8 * MB, maxRatio: 100, freeRatioBytes: MB }

/** Rows of a sheet in Excel and LibreOffice. */
export const SHEET_ROWS = 1_048_576

export const DEFAULT_LIMITS: WorkbookLimits = {
  maxPartBytes: 200 * MB,
  maxRatio: 100,
  freeRatioBytes: 10 * MB,
  maxParts: 2_000,
  maxRows: SHEET_ROWS,
  maxColumns: 50,
  maxCsvBytes: 200 * MB,
  maxHeadBytes: 16 * MB,
  maxHeadsBytes: 512 * MB,
  maxStrings: 8_000_000,
  maxStringBytesInMemory: 32 * MB,
}
