import { text } from 'node:stream/consumers'
import { SaxesParser } from 'saxes'
import yauzl from 'yauzl'

/** A cell as a reader of workbooks sees it. `type` is `inlineStr` for text, undefined for a number. */
export type ReadCell = { text: string; type: string | undefined; style: number }

/** Parts of a workbook by path. Throws for a damaged zip. */
export async function readParts(workbook: Uint8Array): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(workbook), { strictFileNames: true })
  const parts = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return parts
}

/** Rows of each sheet, with gaps where a cell is missing. */
export async function readWorkbook(workbook: Uint8Array): Promise<(ReadCell | undefined)[][][]> {
  const parts = await readParts(workbook)
  const sheets = [...parts.keys()].filter((path) => path.startsWith('xl/worksheets/'))
  return sheets.map((path) => readSheet(parts.get(path) ?? ''))
}

function readSheet(xml: string): (ReadCell | undefined)[][] {
  const rows: (ReadCell | undefined)[][] = []
  let cell: ReadCell | undefined
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'row') rows[Number(attributes.r) - 1] = []
    if (name !== 'c') return
    const letters = /^[A-Z]+/.exec(String(attributes.r))?.[0] ?? ''
    const index = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    cell = { text: '', type: attributes.t, style: Number(attributes.s ?? 0) }
    const row = rows.at(-1)
    if (row) row[index] = cell
  })
  parser.on('text', (content) => {
    if (cell) cell.text += content
  })
  parser.on('closetag', ({ name }) => {
    if (name !== 'c' || !cell) return
    cell.text = cell.text.replace(/_x([0-9A-F]{4})_/g, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    cell = undefined
  })
  parser.write(xml).close()
  return rows
}

/** Values of a sheet as text, empty for a missing cell. */
export function textsOf(rows: readonly (ReadCell | undefined)[][] | undefined): string[][] {
  return (rows ?? []).map((row) => Array.from(row, (cell) => cell?.text ?? ''))
}
