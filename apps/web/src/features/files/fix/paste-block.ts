/**
 * Cells of a copied block by line. Spreadsheets separate cells by tabs, and quote those that contain a tab, a line break
 * or a quote, with inner quotes doubled.
 */
export function parseBlock(text: string): string[][] {
  const lines: string[][] = [[]]
  let at = 0
  for (;;) {
    const quoted = quotedCell(text, at)
    const cell = quoted ?? plainCell(text, at)
    lines.at(-1)?.push(cell.value)
    at = cell.end
    if (at >= text.length) break
    if (text[at] === '\t') at += 1
    else {
      at += text.startsWith('\r\n', at) ? 2 : 1
      // The last line ends with a break too.
      if (at >= text.length) break
      lines.push([])
    }
  }
  return lines
}

type CopiedCell = { value: string; end: number }

/** Undefined unless the closing quote ends the cell: other text may begin with a quote as well. */
function quotedCell(text: string, from: number): CopiedCell | undefined {
  if (text[from] !== '"') return undefined
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') continue
    if (text[at + 1] === '"') at += 1
    else {
      const end = at + 1
      if (end < text.length && !/[\t\r\n]/.test(text.charAt(end))) return undefined
      return { value: text.slice(from + 1, at).replaceAll('""', '"'), end }
    }
  }
  return undefined
}

function plainCell(text: string, from: number): CopiedCell {
  const length = text.slice(from).search(/[\t\r\n]/)
  const end = length === -1 ? text.length : from + length
  return { value: text.slice(from, end), end }
}
