import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { TextDecoder } from 'node:util'
import { SaxesParser } from 'saxes'
import { SMALL_PART } from './workbook-limits.ts'
import { damagedWorkbook, declaredEntities, nestedTooDeeply, notUtf8Part } from './workbook-rejections.ts'
import { checkEncoding } from './xml-bytes.ts'
import type { ZipArchive } from './zip-archive.ts'

export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  parents: readonly string[]
}

/** The parser holds every open element, and the attributes of the current one. */
const MAX_DEPTH = 128
const MAX_ATTRIBUTES = 256

/** Calls `take` for each element of a small part of the workbook. Names come without their prefix. */
export async function readElements(
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
export function prefixedAttribute({ attributes }: XmlElement, name: string): string | undefined {
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
