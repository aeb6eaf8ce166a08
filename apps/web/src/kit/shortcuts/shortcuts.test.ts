import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type KeyPress, type Keys, keyReducer, NOTHING_PENDING } from './shortcuts.ts'

const SHORTCUTS: readonly Keys[] = ['?', '/', 'mod+k', 'g d', 'g i', 'g g']

function press(name: string, atMs: number): KeyPress {
  const mod = name.startsWith('mod+')
  const key = mod ? name.slice(4) : name
  return { key, mod, alt: false, shift: key === '?' || (key !== key.toLowerCase() && !mod), atMs }
}

/** Shortcuts completed by keys pressed `everyMs` apart. */
function matches(keys: readonly string[], everyMs = 100, shortcuts = SHORTCUTS): Keys[] {
  let pending = NOTHING_PENDING
  return keys.flatMap((key, index) => {
    const next = keyReducer(pending, press(key, index * everyMs), shortcuts)
    pending = next.pending
    return next.match ?? []
  })
}

describe('keyReducer', () => {
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
  ])('%j → %j', (keys, expected) => expect(matches(keys)).toEqual(expected))

  it('matches a sequence with up to a second between its keys', () => {
    expect(matches(['g', 'd'], 1000)).toEqual(['g d'])
    expect(matches(['g', 'd'], 1001)).toEqual([])
  })

  it('ignores keys with Alt, and matches letters typed with Caps Lock', () => {
    const key = { key: '?', mod: false, alt: true, shift: true, atMs: 0 }
    expect(keyReducer(NOTHING_PENDING, key, SHORTCUTS).match).toBeUndefined()
    const capital = (letter: string, atMs: number) => ({
      key: letter,
      mod: false,
      alt: false,
      shift: false,
      atMs,
    })
    const first = keyReducer(NOTHING_PENDING, capital('G', 0), SHORTCUTS)
    expect(keyReducer(first.pending, capital('D', 10), SHORTCUTS).match).toBe('g d')
  })

  it('matches registered shortcuts only, with nothing pending after a match', () => {
    const key = fc.constantFrom('g', 'd', 'i', 'x', '?', '/', 'mod+k', 'Escape')
    fc.assert(
      fc.property(fc.array(key), fc.nat(1500), (keys, everyMs) => {
        let pending = NOTHING_PENDING
        for (const [at, each] of keys.entries()) {
          const next = keyReducer(pending, press(each, at * everyMs), SHORTCUTS)
          pending = next.pending
          if (next.match) {
            expect(SHORTCUTS).toContain(next.match)
            expect(pending).toBe(NOTHING_PENDING)
          }
        }
      }),
    )
  })

  it('matches a sequence after any keys a second before', () => {
    const key = fc.constantFrom('g', 'd', 'x', '?')
    fc.assert(
      fc.property(fc.array(key), (before) => {
        let pending = NOTHING_PENDING
        for (const [at, each] of before.entries())
          ({ pending } = keyReducer(pending, press(each, at), SHORTCUTS))
        const later = before.length + 2000
        const first = keyReducer(pending, press('g', later), SHORTCUTS)
        expect(keyReducer(first.pending, press('i', later + 1), SHORTCUTS).match).toBe('g i')
      }),
    )
  })
})
