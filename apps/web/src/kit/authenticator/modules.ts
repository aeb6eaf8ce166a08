import encodeQR from 'qr'

/** Modules of white that readers want around a code. */
const QUIET_ZONE = 4

export type Drawing = {
  /** Length of a side in modules, white border included. */
  side: number
  /** The dark modules as an SVG path, one unit to a module. */
  path: string
}

/** The text as a QR code. A row's dark modules that touch are drawn as one, so that no hairline parts them. */
export function drawingOf(text: string): Drawing {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE })
  const path = rows.flatMap((row, y) => runs(row).map(({ x, width }) => `M${x} ${y}h${width}v1h-${width}z`))
  return { side: rows.length, path: path.join('') }
}

function runs(row: readonly boolean[]): { x: number; width: number }[] {
  const found: { x: number; width: number }[] = []
  row.forEach((isDark, x) => {
    const last = found.at(-1)
    if (!isDark) return
    if (last && last.x + last.width === x) last.width += 1
    else found.push({ x, width: 1 })
  })
  return found
}
