import { posix } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { TextDecoder } from 'node:util'
import { SaxesParser } from 'saxes'
import { SMALL_PART } from './workbook-limits.ts'
import {
  damagedWorkbook,
  declaredEntities,
  externalLinks,
  nestedTooDeeply,
  notUtf8Part,
  otherFormat,
  tooManySheets,
  withoutSheets,
} from './workbook-rejections.ts'
import { checkEncoding } from './xml-names.ts'
import type { ZipArchive } from './zip-archive.ts'

type Relation = { type: string; part: string }

/** Every sheet is read to its first value. */
const MAX_SHEETS = 200
/** Excel allows 31, other writers more. */
const MAX_NAME_CHARS = 1_000

export type WorkbookParts = {
  sheets: readonly { name: string; part: string; isHidden: boolean }[]
  is1904: boolean
  sharedStrings: string | undefined
  styles: string | undefined
}

/** Content types of main parts, of workbooks and templates, also of those with macros, which are not read. */
const WORKBOOK_TYPE =
  /^application\/(vnd\.openxmlformats-officedocument\.spreadsheetml\.(sheet|template)|vnd\.ms-excel\.(sheet|template)\.macroenabled)\.main\+xml$/i

/** Finds the sheets and what reading them needs; rejects other formats and links to other workbooks. */
export async function readWorkbookParts(archive: ZipArchive): Promise<WorkbookParts> {
  const names = [...archive.names]
  if (!archive.has('[Content_Types].xml')) throw otherFormat(kindOf(names))
  const root = await readRelations(archive, '')
  const main = partOf(root, 'officeDocument')
  if (main === undefined) throw damagedWorkbook()
  if (!WORKBOOK_TYPE.test(await contentTypeOf(archive, main))) throw otherFormat(kindOf(names))
  if (names.some((name) => name.startsWith('xl/externallinks/'))) throw externalLinks()
  const relations = await readRelations(archive, main)
  const { sheets, is1904 } = await readWorkbook(archive, main)
  const worksheets = sheets.flatMap(({ id, ...sheet }) => {
    const relation = relations.get(id)
    return relation?.type === 'worksheet' ? [{ ...sheet, part: relation.part }] : []
  })
  if (worksheets.length === 0) throw withoutSheets()
  if (new Set(worksheets.map(({ part }) => part.toLowerCase())).size < worksheets.length)
    throw damagedWorkbook('has two sheets with the same content')
  return {
    is1904,
    sheets: worksheets,
    sharedStrings: partOf(relations, 'sharedStrings'),
    styles: partOf(relations, 'styles'),
  }
}

const partOf = (relations: ReadonlyMap<string, Relation>, type: string) =>
  [...relations.values()].find((relation) => relation.type === type)?.part

/** Relations of a part to others in the workbook, by their ids. */
async function readRelations(archive: ZipArchive, part: string): Promise<ReadonlyMap<string, Relation>> {
  const folder = posix.dirname(part)
  const relations = new Map<string, Relation>()
  await readElements(
    archive,
    posix.join(folder, '_rels', `${posix.basename(part)}.rels`),
    ({ name, attributes }) => {
      const { Id: id, Type: type, Target: target, TargetMode } = attributes
      if (name !== 'Relationship' || TargetMode === 'External') return
      if (id === undefined || type === undefined || target === undefined) throw damagedWorkbook()
      relations.set(id, {
        // Strict and transitional workbooks differ in what precedes the last word.
        type: type.slice(type.lastIndexOf('/') + 1),
        part: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      })
    },
  )
  return relations
}

async function contentTypeOf(archive: ZipArchive, part: string): Promise<string> {
  const extension = posix.extname(part).slice(1).toLowerCase()
  let type: string | undefined
  let byExtension = ''
  await readElements(archive, '[Content_Types].xml', ({ name, attributes }) => {
    const { ContentType = '', PartName = '', Extension = '' } = attributes
    if (name === 'Override' && PartName.toLowerCase() === `/${part.toLowerCase()}`) type = ContentType
    if (name === 'Default' && Extension.toLowerCase() === extension) byExtension = ContentType
  })
  return type ?? byExtension
}

async function readWorkbook(archive: ZipArchive, part: string) {
  const sheets: { id: string; name: string; isHidden: boolean }[] = []
  let is1904 = false
  await readElements(archive, part, (element) => {
    const { name, attributes, parents } = element
    if (name === 'workbookPr') is1904 = /^(1|true|on)$/.test(attributes.date1904 ?? '')
    if (name === 'externalReference') throw externalLinks()
    if (name !== 'sheet' || parents.at(-1) !== 'sheets') return
    const { name: title = '', state = 'visible' } = attributes
    if (sheets.length === MAX_SHEETS) throw tooManySheets(MAX_SHEETS)
    sheets.push({
      id: prefixedAttribute(element, 'id') ?? '',
      name: title.slice(0, MAX_NAME_CHARS),
      isHidden: state !== 'visible',
    })
  })
  return { sheets, is1904 }
}

/** Styles of cells, in their order, that show a number as a date. */
export async function readDateStyles(archive: ZipArchive, part: string): Promise<boolean[]> {
  const custom = new Map<number, boolean>()
  const formats: number[] = []
  await readElements(archive, part, ({ name, attributes, parents }) => {
    const id = Number(attributes.numFmtId ?? 0)
    if (name === 'numFmt') custom.set(id, isDateFormat(attributes.formatCode ?? ''))
    else if (name === 'xf' && parents.at(-1) === 'cellXfs') formats.push(id)
  })
  return formats.map((id) => custom.get(id) ?? isBuiltInDate(id))
}

function kindOf(names: readonly string[]): string {
  const has = (start: string) => names.some((name) => name.startsWith(start))
  if (has('xl/workbook.bin')) return 'a binary workbook (.xlsb)'
  if (has('word/')) return 'a Word document'
  if (has('ppt/')) return 'a presentation'
  if (has('mimetype')) return 'an OpenDocument file (.ods), or a similar one'
  if (has('index/')) return 'a Numbers file'
  return 'a zip file, but not of an Excel workbook'
}

/** Built-in formats of dates and times; 27–36 and 50–58 are those of East Asia, 71–81 those of Thailand. */
const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
]

export const isBuiltInDate = (id: number) => BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last)

/** Excel allows 255. */
const MAX_CHARS = 1_000

/** Quoted text, escaped characters, widths and fills, and conditions, colours and locales in brackets. */
const LITERALS = /"[^"]*"?|[\\_*].?|\[(?!(?:h+|m+|s+)\])[^\]]*\]?/giu
const NAMES = /general|standard/gi

/** True for a format code of a date or time, such as `dd\/mm\/yyyy` or `[h]:mm`. */
export function isDateFormat(code: string): boolean {
  return /[ymdhs]/i.test(code.slice(0, MAX_CHARS).replace(LITERALS, '').replace(NAMES, ''))
}

type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  parents: readonly string[]
}

/** The parser holds every open element, and the attributes of the current one. */
const MAX_DEPTH = 128
const MAX_ATTRIBUTES = 256

/** Calls `take` for each element of a small part of the workbook. Names come without their prefix. */
async function readElements(
  archive: ZipArchive,
  part: string,
  take: (element: XmlElement) => void,
): Promise<void> {
  const parents: string[] = []
  const parser = new SaxesParser({ position: false, xmlns: false })
  parser.on('doctype', () => {
    throw declaredEntities()
  })
  parser.on('error', () => {
    throw damagedWorkbook()
  })
  parser.on('xmldecl', ({ encoding }) => checkEncoding(`<?xml encoding="${encoding ?? 'utf-8'}"?>`))
  let attributes = 0
  parser.on('attribute', () => {
    if (++attributes > MAX_ATTRIBUTES) throw damagedWorkbook('has an element with too many attributes')
  })
  parser.on('opentag', (tag) => {
    attributes = 0
    if (parents.length === MAX_DEPTH) throw nestedTooDeeply()
    const name = localName(tag.name)
    take({ name, attributes: tag.attributes, parents })
    parents.push(name)
  })
  parser.on('closetag', () => parents.pop())
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of archive.read(part, undefined, SMALL_PART)) {
    parser.write(decode(decoder, chunk))
    await yieldToEventLoop()
  }
  parser.write(decode(decoder)).close()
}

/** Value of an attribute with a prefix, such as `r:id`, whatever the prefix is. */
function prefixedAttribute({ attributes }: XmlElement, name: string): string | undefined {
  const key = Object.keys(attributes).find((attribute) => attribute.endsWith(`:${name}`))
  return key === undefined ? undefined : attributes[key]
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    throw notUtf8Part()
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
