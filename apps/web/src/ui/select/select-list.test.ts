import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleRows } from './select-list.tsx'

test('renders the visible rows and the highlighted row, each once and in order, and few others', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000),
      fc.nat(1_000),
      fc.nat(7),
      fc.integer({ min: -1, max: 999 }),
      (count, top, height, highlight) => {
        const rows = visibleRows(count, top, height, highlight)
        for (let at = top; at < Math.min(top + height, count); at++) expect(rows).toContain(at)
        if (highlight >= 0 && highlight < count) expect(rows).toContain(highlight)
        expect(rows).toEqual([...new Set(rows)].sort((a, b) => a - b))
        expect(rows.every((at) => at >= 0 && at < count)).toBe(true)
        expect(rows.length).toBeLessThanOrEqual(height + 6)
      },
    ),
  )
})
