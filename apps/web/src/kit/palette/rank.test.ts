import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closeness, type Entry, ranked, sectionsFor } from './rank.ts'

const entry = (words: string, group: Entry['group'] = 'Screens', also?: string): Entry => ({
  id: `${group}:${words}`,
  group,
  words,
  ...(also && { also }),
  run: () => undefined,
})
const names = (entries: readonly Entry[]) => entries.map(({ words }) => words)

describe('closeness', () => {
  it.each([
    ['smac inquiry', 'SMAC Inquiry', 0],
    ['SMAC', 'SMAC Inquiry', 1],
    ['inq', 'SMAC Inquiry', 2],
    ['inq smac', 'SMAC Inquiry', 2],
    ['od', 'Operational Dashboard', 3],
    ['opdash', 'Operational Dashboard', 3],
    ['o dash', 'Operational Dashboard', 2],
    ['board', 'Operational Dashboard', 4],
    ['pena', 'Peña', 0],
    ['  dark   theme ', 'Dark theme', 0],
    ['dsh', 'Operational Dashboard', undefined],
    ['do', 'Operational Dashboard', undefined],
    ['x', 'Users', undefined],
  ])('%j to %j is %s', (query, text, close) => expect(closeness(query, text)).toBe(close))

  it('takes an abbreviation that must give letters back to a later word', () => {
    expect(closeness('trcod', 'Trc Tr Code')).toBe(3)
  })

  it('does not try every way to cut what can be cut in many', () => {
    expect(closeness(`${'a'.repeat(40)}b`, 'a '.repeat(80))).toBeUndefined()
  })
})

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '-', 'É'), maxLength: 14 })
const list = fc.uniqueArray(text, { maxLength: 8 }).map((words) => words.map((one) => entry(one)))

describe('ranked', () => {
  it('invents nothing and repeats nothing', () => {
    fc.assert(
      fc.property(text, list, (query, entries) => {
        const found = ranked(query, entries, [])
        expect(new Set(found).size).toBe(found.length)
        expect(entries).toEqual(expect.arrayContaining(found))
      }),
    )
  })

  it('never finds by more letters what fewer did not find', () => {
    fc.assert(
      fc.property(text, text, list, (query, more, entries) => {
        const fewer = ranked(query, entries, [])
        for (const found of ranked(query + more, entries, [])) expect(fewer).toContain(found)
      }),
    )
  })

  it('finds everything by its own name, nothing closer before it', () => {
    fc.assert(
      fc.property(list, (entries) => {
        for (const { words } of entries)
          expect(closeness(words, ranked(words, entries, [])[0]?.words ?? 'x')).toBe(0)
      }),
    )
  })

  it('keeps the order given between equals, and puts the one used last before them', () => {
    const entries = ['Light theme', 'Dark theme', 'System theme'].map((words) => entry(words, 'Actions'))
    expect(names(ranked('theme', entries, []))).toEqual(['Light theme', 'Dark theme', 'System theme'])
    expect(names(ranked('theme', entries, ['Actions:System theme']))).toEqual([
      'System theme',
      'Light theme',
      'Dark theme',
    ])
    expect(names(ranked('dark', entries, ['Actions:System theme']))).toEqual(['Dark theme'])
  })

  it('puts what bears the word before what is only found by it', () => {
    const entries = [entry('Sign out', 'Actions', 'leave users'), entry('Users')]
    expect(names(ranked('users', entries, []))).toEqual(['Users', 'Sign out'])
  })
})

describe('sectionsFor', () => {
  const entries = [entry('Users'), entry('Sign out', 'Actions'), entry('users.csv', 'Files')]
  const shape = (query: string, recent: string[]) =>
    sectionsFor(query, entries, recent).map(({ label, entries }) => [label, ...names(entries)])

  it('lists screens and actions while nothing is asked, what was used last above them', () => {
    expect(shape('', [])).toEqual([
      ['Screens', 'Users'],
      ['Actions', 'Sign out'],
    ])
    expect(shape(' ', ['Files:users.csv', 'Actions:Sign out', 'Files:gone'])).toEqual([
      ['Recent', 'users.csv', 'Sign out'],
      ['Screens', 'Users'],
    ])
  })

  it('lists what answers, by kind', () => {
    expect(shape('us', ['Files:users.csv'])).toEqual([
      ['Screens', 'Users'],
      ['Files', 'users.csv'],
    ])
    expect(shape('zzz', [])).toEqual([])
  })

  it('puts the kind with the closest answer first, and files last', () => {
    const mixed = [entry('SMAC Inquiry'), entry('Sign out', 'Actions'), entry('si', 'Files')]
    const labels = (query: string) => sectionsFor(query, mixed, []).map(({ label }) => label)
    expect(labels('si')).toEqual(['Actions', 'Screens', 'Files'])
    expect(labels('smac')).toEqual(['Screens'])
  })

  it('lists what was found elsewhere whatever its name, behind what is called so', () => {
    const found = { ...entry('other.csv', 'Files'), found: true }
    const [files] = sectionsFor('us', [found, entry('users.csv', 'Files')], [])
    expect(names(files?.entries ?? [])).toEqual(['users.csv', 'other.csv'])
  })
})
