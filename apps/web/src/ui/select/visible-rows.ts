const OVERSCAN_ROWS = 2

/**
 * Rows to render: visible rows, two more at each end, and always the highlighted row, because the input refers to it.
 * `top` and `height` are in rows; the result is in order.
 */
export function visibleRows(count: number, top: number, height: number, highlight: number): number[] {
  const from = Math.max(0, Math.min(Math.floor(top), count - 1) - OVERSCAN_ROWS)
  const to = Math.min(count, Math.ceil(top + height) + OVERSCAN_ROWS)
  const drawn = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
  if (highlight < 0 || highlight >= count) return drawn
  if (highlight < from) return [highlight, ...drawn]
  return highlight >= to ? [...drawn, highlight] : drawn
}
