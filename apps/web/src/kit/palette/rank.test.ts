import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Entry, matchRank, ranked, sectionsFor } from './rank.ts'

const entry = (label: string, group = 'Screens', keywords?: string): Entry => ({
  id: `${group}:${label}`,
  group,
  label,
  ...(keywords && { keywords }),
  run: () => undefined,
})
const names = (entries: readonly Entry[]) => entries.map(({ label }) => label)

describe('matchRank', () => {
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
  ])('%j in %j has rank %s', (query, text, rank) => expect(matchRank(query, text)).toBe(rank))

  it('matches an abbreviation whose letters only fit if an earlier word takes fewer of them', () => {
    expect(matchRank('trcod', 'Trc Tr Code')).toBe(3)
  })

  it('does not take exponential time for a text with very many ways to be abbreviated', () => {
    expect(matchRank(`${'a'.repeat(40)}b`, 'a '.repeat(80))).toBeUndefined()
  })
})

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '-', 'É'), maxLength: 14 })
const list = fc.uniqueArray(text, { maxLength: 8 }).map((labels) => labels.map((label) => entry(label)))

describe('ranked', () => {
  it('returns only known entries, each once', () => {
    fc.assert(
      fc.property(text, list, (query, entries) => {
        const found = ranked(query, entries, [])
        expect(new Set(found).size).toBe(found.length)
        expect(entries).toEqual(expect.arrayContaining(found))
      }),
    )
  })

  it('returns no entry for a longer query that its beginning does not return', () => {
    fc.assert(
      fc.property(text, text, list, (query, more, entries) => {
        const fewer = ranked(query, entries, [])
        for (const found of ranked(query + more, entries, [])) expect(fewer).toContain(found)
      }),
    )
  })

  it('returns an entry with the label of the query first', () => {
    fc.assert(
      fc.property(list, (entries) => {
        for (const { label } of entries)
          expect(matchRank(label, ranked(label, entries, [])[0]?.label ?? 'x')).toBe(0)
      }),
    )
  })

  it('keeps the original order among equal ranks, after the most recently run entry', () => {
    const entries = ['Light theme', 'Dark theme', 'System theme'].map((label) => entry(label, 'Actions'))
    expect(names(ranked('theme', entries, []))).toEqual(['Light theme', 'Dark theme', 'System theme'])
    expect(names(ranked('theme', entries, ['Actions:System theme']))).toEqual([
      'System theme',
      'Light theme',
      'Dark theme',
    ])
    expect(names(ranked('dark', entries, ['Actions:System theme']))).toEqual(['Dark theme'])
  })

  it('puts a match of the label before a match of a keyword', () => {
    const entries = [entry('Sign out', 'Actions', 'leave users'), entry('Users')]
    expect(names(ranked('users', entries, []))).toEqual(['Users', 'Sign out'])
  })
})

describe('sectionsFor', () => {
  const entries = [entry('Users'), entry('Sign out', 'Actions'), entry('users.csv', 'Files')]
  const shape = (query: string, recent: string[]) =>
    sectionsFor(query, entries, recent).map(({ label, entries }) => [label, ...names(entries)])

  it('lists all screens and actions without a query, below recently run ones', () => {
    expect(shape('', [])).toEqual([
      ['Screens', 'Users'],
      ['Actions', 'Sign out'],
    ])
    expect(shape(' ', ['Files:users.csv', 'Actions:Sign out', 'Files:gone'])).toEqual([
      ['Recent', 'users.csv', 'Sign out'],
      ['Screens', 'Users'],
    ])
  })

  it('lists the matches of a query by group', () => {
    expect(shape('us', ['Files:users.csv'])).toEqual([
      ['Screens', 'Users'],
      ['Files', 'users.csv'],
    ])
    expect(shape('zzz', [])).toEqual([])
  })

  it('puts the group of the best match first, and groups other than screens and actions last', () => {
    const mixed = [entry('SMAC Inquiry'), entry('Sign out', 'Actions'), entry('si', 'Files')]
    const labels = (query: string) => sectionsFor(query, mixed, []).map(({ label }) => label)
    expect(labels('si')).toEqual(['Actions', 'Screens', 'Files'])
    expect(labels('smac')).toEqual(['Screens'])
  })

  it('limits the entries of a group that a server searches to the best five', () => {
    const files = ['a1', 'a2', 'a3', 'a4', 'a5', 'b a', 'a'].map((label) => entry(label, 'Files'))
    const [section] = sectionsFor('a', files, [])
    expect(names(section?.entries ?? [])).toEqual(['a', 'a1', 'a2', 'a3', 'a4'])
    const all = { ...entry('a all', 'Files'), showsAll: true }
    const shown = (entries: Entry[]) => names(sectionsFor('a', entries, [])[0]?.entries ?? [])
    expect(shown([all, ...files]).at(-1)).toBe('a all')
    expect(shown([all, ...files.slice(2)])).not.toContain('a all')
  })

  it('lists server matches with any label, below the matches of a label', () => {
    const found = { ...entry('other.csv', 'Files'), isServerMatch: true }
    const [files] = sectionsFor('us', [found, entry('users.csv', 'Files')], [])
    expect(names(files?.entries ?? [])).toEqual(['users.csv', 'other.csv'])
  })
})
