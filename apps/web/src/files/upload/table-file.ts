import { FILE_CATEGORIES, SEPARATOR_LINE } from '@backoffice/contract/file-kinds'
import type { ImportLayout } from '@backoffice/contract/import-layout'
import { layoutOf } from '@backoffice/contract/import-layouts'

const DELIMITERS = [',', ';', '\t'] as const

/** Header columns that identify a file of the category. */
function keysOf(category: string): readonly string[] {
  return layoutOf(category)?.required ?? ['card_number']
}

/**
 * The reason why the server would reject the text as a file of the layout: no rows, another category's columns, or no
 * key. `text` is the beginning of the file, or with `isWhole` all of it.
 */
export function tableFileError(
  layout: ImportLayout,
  text: string,
  { isWhole }: { isWhole: boolean },
): string | undefined {
  const { cells, rest } = readHeader(text)
  const names = cells.map((cell) => cell.trim().toLowerCase()).filter((name) => name !== '')
  if (names.length === 0) return 'The file has no header. Start from the template.'
  const missing = layout.required.filter((key) => !names.includes(key))
  if (missing.length > 0) {
    const other = otherCategory(layout, names)
    if (other) return `This is a file of ${other}, not of ${layout.title}: upload it there.`
    const many = missing.length > 1
    return `The column${many ? 's' : ''} ${missing.join(', ')} ${many ? 'are' : 'is'} missing. Start from the template.`
  }
  if (isWhole && rest.trim() === '') return 'The file has a header but no rows below it.'
  return undefined
}

function otherCategory({ category: own }: ImportLayout, names: readonly string[]): string | undefined {
  const fitting = Object.entries(FILE_CATEGORIES).find(
    ([category, { exportedOnly }]) =>
      category !== own && !exportedOnly && keysOf(category).every((key) => names.includes(key)),
  )
  return fitting?.[1].label
}

/** Cells of the first record and the text below it. Splits at the named or most frequent delimiter. */
function readHeader(text: string): { cells: string[]; rest: string } {
  const whole = text.replace(/^\uFEFF/, '')
  const [line = '', named] = SEPARATOR_LINE.exec(whole) ?? []
  const plain = whole.slice(line.length).replace(/^(?:[ \t]*\r?\n)+/, '')
  // A quote opens or closes; a doubled quote does both.
  const [record = ''] = /^(?:"[^"]*"|[^"\r\n])*/.exec(plain) ?? []
  const [most] = DELIMITERS.toSorted((a, b) => record.split(b).length - record.split(a).length)
  const cells = record.split(named ?? most ?? ',').map((cell) => cell.trim().replace(/^"(.*)"$/s, '$1'))
  return { cells, rest: plain.slice(record.length) }
}
