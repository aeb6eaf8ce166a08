import { type MatchedField, uploadLayout } from '@backoffice/contract/columns'
import { upperCode } from '@backoffice/contract/field-types'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import type { Storage } from '../../adapters/storage/storage.ts'
import type { Reader } from '../../db/client.ts'
import type { FoundColumns, StoredMatching } from '../../db/schema.ts'
import { findCodesByField } from '../check/codes.store.ts'
import { missingColumns } from '../check/read-table-file.ts'
import { COMMA, LF } from '../csv/bytes.ts'
import { maskedValue } from '../csv/csv-cell.ts'
import { FileRejected } from '../csv/file-rejected.ts'
import type { FileRow } from '../tracked/files.store.ts'
import { findColumns } from '../tracked/upload-columns.store.ts'
import type { Workbook } from '../xlsx/read/read-workbook.ts'
import { withoutSheets } from '../xlsx/read/workbook-rejections.ts'
import { type Analysis, analyseColumns } from './analyse.ts'
import { findMemories } from './columns.store.ts'
import { type FileHead, findHeader } from './find-header.ts'
import { fittingMatching, foundColumns } from './matching.ts'
import { fingerprintOf } from './name-scores.ts'
import { isWorkbook, type Sheet, sheetOf, storedCsv, storedWorkbook } from './stored-upload.ts'
import { suggestFields } from './suggest.ts'
import { hasOnlyTemplateColumns, isTemplateFile } from './template-columns.ts'

export type FoundUpload = { fingerprint: string; found: FoundColumns }

/** The columns of an upload. They are those of the template, matched, or to be matched by a user. */
export type MatchedUpload = {
  matching: StoredMatching | null
  /** Set if they were read now. */
  columns?: FoundUpload
  /** True if a user matches them first. */
  isOpen: boolean
}

type MatchUpload = {
  db: Reader
  storage: Storage
  file: FileRow
  now: Date
  maxRows: number
  onProgress: (bytes: number) => void
  signal: AbortSignal
}

/** Finds how the columns of an upload are read. Throws FileRejected. */
export async function matchUpload(input: MatchUpload): Promise<MatchedUpload> {
  const { db, storage, file } = input
  const { matching, source_filekey: filekey, category } = file
  if (matching) return { matching, isOpen: false }
  const csv = storedCsv(storage, file)
  const head = await csv.head()
  const wanted = (await findColumns(db, filekey))?.found.wanted
  if (isWorkbook(head)) return matchWorkbook(input, wanted)
  if (!wanted && isTemplateFile(head, uploadLayout(category))) return { matching: null, isOpen: false }
  const place = { sheets: [], sheet: null, headerLine: wanted?.header_row ?? undefined }
  return matchSheet(input, csv, place, wanted === undefined)
}

type Place = Pick<FoundColumns, 'sheets' | 'sheet'> & { headerLine: number | undefined }

async function matchWorkbook(input: MatchUpload, wanted: FoundColumns['wanted']): Promise<MatchedUpload> {
  const { workbook, close } = await storedWorkbook(input.storage, input.file)
  try {
    const filled = await filledSheets(workbook, input)
    const visible = filled.filter(({ index }) => !workbook.sheets[index]?.isHidden)
    const readable = filled.filter(({ rejection }) => !rejection)
    const shown = readable.filter((each) => visible.includes(each))
    const most = Math.max(...shown.map(({ known }) => known))
    const best = shown.find(({ known }) => known === most) ?? readable[0]
    if (!best) throw filled[0]?.rejection ?? withoutSheets()
    const chosen = readable.find(({ index }) => index === wanted?.sheet) ?? best
    // The user need not choose between a list and a sheet of notes.
    const isOnly = visible.length === 1 || visible.filter(({ known }) => known > 0).length === 1
    if (!wanted && visible.length === 1) {
      const matching = templateMatching(chosen, uploadLayout(input.file.category), input.now)
      if (matching) {
        await requireRowLimit(input, workbook, chosen)
        return { matching, isOpen: false }
      }
    }
    const match = ({ index: sheet, head }: FilledSheet, headerLine?: number) => {
      const sheets = filled.map(({ index, rows, rejection }) => {
        const { name = '', isHidden = false } = workbook.sheets[index] ?? {}
        return {
          ...{ index, name: maskedValue(name), rows, is_hidden: isHidden },
          problem: rejection?.message ?? null,
        }
      })
      const read = { ...sheetOf(workbook, sheet), head: async () => head }
      return matchSheet(input, read, { sheets, sheet, headerLine }, !wanted && isOnly)
    }
    try {
      return await match(chosen, wanted?.header_row ?? undefined)
    } catch (error) {
      // A sheet that the user chose is damaged below its first rows. The user can choose another one.
      if (!(error instanceof FileRejected) || chosen === best) throw error
      chosen.rejection = error
      return await match(best)
    }
  } finally {
    await close()
  }
}

/** `known` counts the names in its header that are those of fields. */
type FilledSheet = {
  index: number
  rows: number | null
  head: FileHead
  known: number
  /** Set if the sheet cannot be read. */
  rejection?: FileRejected
}

const NO_HEAD: FileHead = { bytes: Buffer.alloc(0), isWhole: true }

/** Sheets that have a value, or that cannot be read. */
async function filledSheets(
  workbook: Workbook,
  { file, onProgress, signal }: MatchUpload,
): Promise<FilledSheet[]> {
  const layout = uploadLayout(file.category)
  const sheets: FilledSheet[] = []
  for (const [index, { rows }] of workbook.sheets.entries()) {
    // Aborts `signal` if the file was cancelled.
    onProgress(0)
    const head = await sheetOf(workbook, index)
      .head(signal)
      .catch((error: unknown) => {
        if (error instanceof FileRejected) return error
        throw error
      })
    if (head instanceof FileRejected) {
      sheets.push({ index, rows, head: NO_HEAD, known: 0, rejection: head })
      continue
    }
    if (!head.bytes.some((byte) => byte !== LF)) continue
    const known = findHeader({ head, layout, delimiter: COMMA })?.known ?? 0
    sheets.push({ index, rows, head, known })
  }
  return sheets
}

/** The matching of a sheet with exactly the columns of the template in its first row. */
function templateMatching(
  { index, head }: FilledSheet,
  layout: ImportLayout,
  now: Date,
): StoredMatching | undefined {
  const row = findHeader({ head, layout, delimiter: COMMA, headerLine: 1 })
  const names = row?.rows.find(({ line }) => line === 1)?.cells ?? []
  if (!hasOnlyTemplateColumns(names, layout)) return undefined
  const keys = names.map((name) => name.toLowerCase())
  const fields = Object.keys(layout.fields)
    .map((field) => ({ field, column: keys.indexOf(field) }))
    .filter(({ column }) => column >= 0)
  return {
    ...{ fields, formats: {}, sheet: index, header_row: 1, columns: names.length, at: now.toISOString() },
    ...{ is_remembered: false, is_template: true },
  }
}

/**
 * Counts the rows of a sheet that may have too many, which is cheaper than checking all up to the limit. Throws
 * FileRejected.
 */
async function requireRowLimit(
  { file, maxRows, onProgress, signal }: MatchUpload,
  workbook: Workbook,
  { index, head, rows }: FilledSheet,
): Promise<void> {
  // Its first row is the header.
  if (rows !== null && rows - 1 <= maxRows) return
  const layout = uploadLayout(file.category)
  const { delimiter, read } = sheetOf(workbook, index)
  await analyseColumns({
    head,
    ...read(signal),
    layout,
    delimiter,
    headerLine: 1,
    maxRows,
    onProgress,
    signal,
  })
}

/** If it `mayContinue`, a remembered matching that fits needs no user. */
async function matchSheet(
  input: MatchUpload,
  sheet: Sheet,
  { sheets, sheet: index, headerLine }: Place,
  mayContinue: boolean,
): Promise<MatchedUpload> {
  const { db, file, maxRows, onProgress, signal } = input
  const layout = uploadLayout(file.category)
  const { delimiter } = sheet
  const analysis = await analyseColumns({
    ...{ head: await sheet.head(), ...sheet.read(signal), layout, delimiter, headerLine },
    ...{ maxRows, onProgress, signal, mayBeEmpty: sheets.length > 1 },
  })
  const fingerprint = fingerprintOf(analysis.names)
  const memories = await findMemories(db, { category: file.category, fingerprint }, file.uploaded_by)
  const remembered = memories.own ?? memories.shared
  const suggestions = suggestFields({
    ...analysis,
    layout,
    existing: await findCodesByField(db, file.category, valuesOf(analysis)),
    remembered: columnsByField(remembered?.matching.fields ?? []),
  })
  const found = foundColumns({ analysis, suggestions, layout, sheets, sheet: index })
  const columns = { fingerprint, found }
  const { own } = memories
  const known = mayContinue && own && fittingMatching(own.matching, found, layout)
  if (known) {
    const at = own.matched_at.toISOString()
    const place = { sheet: index, header_row: found.header_row, columns: found.columns.length }
    const matching = { ...known, ...place, at, is_remembered: true }
    return { matching, columns, isOpen: false }
  }
  const isKnown = suggestions.some((each) => each !== null) || found.looks_like !== null
  if (!isKnown && mayContinue) throw missingColumns(layout.required, analysis.names, analysis.line)
  return { matching: null, columns, isOpen: true }
}

function valuesOf({ columns }: Analysis): string[] {
  return [...new Set(columns.flatMap(({ values }) => [...values.keys()].map(upperCode)))]
}

function columnsByField(fields: readonly MatchedField[]): Map<string, number> {
  return new Map(fields.flatMap((each) => ('column' in each ? [[each.field, each.column] as const] : [])))
}
