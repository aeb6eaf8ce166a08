import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { TextDecoder } from 'node:util'
import { SaxesParser } from 'saxes'
import { damagedWorkbook, declaredEntities, notUtf8Part, unpacksTooLarge } from './workbook-rejections.ts'
import { checkEncoding } from './xml-bytes.ts'
import type { ZipArchive } from './zip-archive.ts'

export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  parents: readonly string[]
}

/** A document type is kept as a string until its end. */
const MAX_BYTES = 16 * 1024 * 1024

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
  parser.on('opentag', (tag) => {
    const name = localName(tag.name)
    take({ name, attributes: tag.attributes, parents })
    parents.push(name)
  })
  parser.on('closetag', () => parents.pop())
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let size = 0
  for await (const chunk of archive.read(part)) {
    size += chunk.length
    if (size > MAX_BYTES) throw unpacksTooLarge(MAX_BYTES)
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
