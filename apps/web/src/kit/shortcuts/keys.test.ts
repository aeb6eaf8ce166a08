import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advance, type Keys, NOTHING_PENDING, type Press } from './keys.ts'

const KNOWN: readonly Keys[] = ['?', '/', 'mod+k', 'g d', 'g i', 'g g']

function press(written: string, at: number): Press {
  const mod = written.startsWith('mod+')
  const key = mod ? written.slice(4) : written
  return { key, mod, alt: false, shift: key === '?' || (key !== key.toLowerCase() && !mod), at }
}

/** Presses one after the other, `everyMs` apart: the shortcuts they were. */
function hits(keys: readonly string[], everyMs = 100, known = KNOWN): Keys[] {
  let pending = NOTHING_PENDING
  return keys.flatMap((key, at) => {
    const next = advance(pending, press(key, at * everyMs), known)
    pending = next.pending
    return next.hit ?? []
  })
}

describe('advance', () => {
  it.each([
    [['?'], ['?']],
    [['/'], ['/']],
    [['mod+k'], ['mod+k']],
    [['k'], []],
    [['mod+K'], ['mod+k']],
    [['g', 'd'], ['g d']],
    [['d'], []],
    [['g', 'x', 'd'], []],
    [['g', 'x', 'g', 'i'], ['g i']],
    [['g', 'mod+k', 'd'], ['mod+k']],
    [['g', '?'], ['?']],
    [['g', 'g', 'd'], ['g g']],
    [['G', 'd'], []],
    [['Escape'], []],
    [['g', 'Shift', 'd'], []],
  ])('%j → %j', (keys, expected) => expect(hits(keys)).toEqual(expected))

  it('takes keys for one shortcut up to a second apart', () => {
    expect(hits(['g', 'd'], 1000)).toEqual(['g d'])
    expect(hits(['g', 'd'], 1001)).toEqual([])
  })

  it('leaves keys with Alt alone, and takes a letter for itself with Caps Lock', () => {
    const key = { key: '?', mod: false, alt: true, shift: true, at: 0 }
    expect(advance(NOTHING_PENDING, key, KNOWN).hit).toBeUndefined()
    const capital = (letter: string, at: number) => ({
      key: letter,
      mod: false,
      alt: false,
      shift: false,
      at,
    })
    const first = advance(NOTHING_PENDING, capital('G', 0), KNOWN)
    expect(advance(first.pending, capital('D', 10), KNOWN).hit).toBe('g d')
  })

  it('answers only with what is known, and never waits once it has answered', () => {
    const key = fc.constantFrom('g', 'd', 'i', 'x', '?', '/', 'mod+k', 'Escape')
    fc.assert(
      fc.property(fc.array(key), fc.nat(1500), (keys, everyMs) => {
        let pending = NOTHING_PENDING
        for (const [at, one] of keys.entries()) {
          const next = advance(pending, press(one, at * everyMs), KNOWN)
          pending = next.pending
          if (next.hit) {
            expect(KNOWN).toContain(next.hit)
            expect(pending).toBe(NOTHING_PENDING)
          }
        }
      }),
    )
  })

  it('hits a sequence whatever was pressed a second before', () => {
    const key = fc.constantFrom('g', 'd', 'x', '?')
    fc.assert(
      fc.property(fc.array(key), (before) => {
        let pending = NOTHING_PENDING
        for (const [at, one] of before.entries()) ({ pending } = advance(pending, press(one, at), KNOWN))
        const later = before.length + 2000
        const first = advance(pending, press('g', later), KNOWN)
        expect(advance(first.pending, press('i', later + 1), KNOWN).hit).toBe('g i')
      }),
    )
  })
})
