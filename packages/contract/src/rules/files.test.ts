import { afterEach, expect, test, vi } from 'vitest'
import { checkField, type RuleSet } from './check.ts'

const file = (name: string, size = 0, type = '') => ({ name, size, type })
/** A browser's FileList, which is not an array but has indexed entries. */
const fileList = (...files: object[]) => ({ ...files, length: files.length, item: (at: number) => files[at] })
const failure = (value: unknown, rules: RuleSet) => checkField(value, rules, { name: 'attachment' })
const MB = 1_048_576

type Row = [rules: RuleSet, passing: unknown[], failing: unknown[]]
const typed = (type: string) => file('x', 1, type)
const csv = file('a.csv')

const rows: Row[] = [
  ['ext:csv,txt', [csv, file('A.CSV'), file('a.b.txt'), [csv, file('b.txt')], fileList(csv), fileList()], []],
  [
    'ext:csv',
    [file('.csv')],
    [file('a.csv.exe'), file('csv'), file('acsv'), [csv, file('b.txt')], fileList(csv, file('b'))],
  ],
  ['ext:csv', [], ['a.csv', 5, {}, { name: 5 }, [null], ['']]],
  ['ext', [], [csv]],
  [
    'image',
    ['a.jpg', 'a.svg', 'a.JPEG', 'a.png', 'a.bmp', 'a.gif', 'a.webp'].map((name) => file(name)),
    [csv, file('a.tiff'), file('png'), 'a.png', [file('a.png'), csv]],
  ],
  [
    'mimes:image/*',
    [typed('image/png'), typed('IMAGE/PNG'), typed('x-image/png')],
    [typed('image/'), typed('text/csv'), typed('')],
  ],
  ['mimes:image/svg+xml', [typed('image/svg+xml'), typed('image/svg')], [typed('image/png')]],
  [
    'mimes:text/csv,application/pdf',
    [typed('text/csv'), typed('application/pdf'), typed('text/csv;charset=utf-8')],
    [[typed('text/csv'), typed('image/png')]],
  ],
  ['mimes:text.csv', [typed('text/csv')], []],
  ['mimes:*', [typed('a/b')], [typed(''), {}, 'text/csv']],
  ['mimes:*/csv', [typed('text/csv')], [typed(`${'a'.repeat(255)}/csv`)]],
  ['mimes', [], [typed('text/csv')]],
  [
    'size:2',
    [file('a', 2048), [file('a', 2048), file('b', 2048)], fileList(file('a', 2048))],
    [file('a', 2049), [csv, file('b', 2049)], {}, 'a'],
  ],
  ['size:x', [], [csv]],
  ['size:0.5', [file('a', 512)], [file('a', 513)]],

  [
    'required_files',
    [[csv], fileList(csv), [csv, csv]],
    [undefined, null, '', [], fileList(), csv, 'a.csv', [1], {}, { length: 1 }, 0],
  ],
  [
    'fileSize:1',
    [
      file('a', MB),
      [file('a', MB / 2), file('b', MB / 2)],
      fileList(file('a', MB)),
      undefined,
      null,
      '',
      [],
      fileList(),
    ],
    [],
  ],
  [
    'fileSize:1',
    [],
    [file('a', MB + 1), [file('a', MB), file('b', 1)], fileList(file('a', MB), file('b', 1)), {}, 'a', [1]],
  ],
  ['fileSize', [file('a', 9 * MB)], []],
  ['fileSize:', [file('a', 9 * MB)], []],
  ['fileSize:0', [file('a', 0)], [file('a', 1)]],
  ['fileSize:0.5', [file('a', MB / 2)], [file('a', MB / 2 + 1)]],
  ['fileSize:x', [], [csv]],
  [
    `totalSize:2,${MB}`,
    [file('a', MB), [file('a', MB / 2), file('b', MB / 2)], undefined, []],
    [file('a', MB + 1), [file('a', MB), file('b', 1)]],
  ],
  [`totalSize:1,${MB + 1}`, [], [undefined, [], csv]],
  ['totalSize:1', [file('a', MB)], [file('a', MB + 1)]],
  ['totalSize', [file('a', 9 * MB)], []],
  [{ totalSize: { limit: 1, existing: MB } }, [csv], [file('a', 1)]],
]

test.each(rows)('%o', async (rules, passing, failing) => {
  const wronglyFailing = []
  const wronglyPassing = []
  for (const value of passing) if (await failure(value, rules)) wronglyFailing.push(value)
  for (const value of failing) if (!(await failure(value, rules))) wronglyPassing.push(value)
  expect({ wronglyFailing, wronglyPassing }).toEqual({ wronglyFailing: [], wronglyPassing: [] })
})

test('limits can come from other fields', async () => {
  const context = { name: 'files', values: { record: { bytes: MB }, limit: 2 } }
  expect(await checkField([file('a', MB)], 'totalSize:@limit,@record.bytes', context)).toBeUndefined()
  expect(await checkField([file('a', MB + 1)], 'totalSize:@limit,@record.bytes', context)).toEqual({
    rule: 'totalSize',
    message: 'Total file size limit per record exceeded. Remove attached files to free up space.',
  })
})

test('without a picture decoder, dimensions fail with the reason', async () => {
  expect(await failure(file('a.png'), 'dimensions:2,3')).toEqual({
    rule: 'dimensions',
    message: 'The width and height of a picture can only be checked in a browser',
  })
  expect(await failure([], 'dimensions:2,3')).toBeUndefined()
})

/** Replaces the browser's decoder, with a fixed size. */
function decodesTo(width: number, height: number) {
  vi.stubGlobal('createImageBitmap', async (picture: Blob) => {
    if (picture.type === 'image/broken') throw new Error('The source image could not be decoded.')
    return { width, height, close() {} }
  })
}
afterEach(() => vi.unstubAllGlobals())

const picture = (name: string, type = 'image/png') => new File([''], name, { type })

test.each([
  ['a.png', 'dimensions:2,3', true],
  ['a.JPG', 'dimensions:2,3', true],
  ['a.png', 'dimensions:3,2', false],
  ['a.png', 'dimensions:2', false],
  ['a.webp', 'dimensions:2,3', false],
  ['a.csv', 'dimensions:2,3', false],
])('a picture of 2 × 3 called %s against %s: %s', async (name, rules, expected) => {
  decodesTo(2, 3)
  expect((await failure(picture(name), rules)) === undefined).toBe(expected)
})

test('every picture must decode and have the right size', async () => {
  decodesTo(2, 3)
  const named = { dimensions: { width: 2, height: 3 } }
  expect(await failure([picture('a.png'), picture('b.gif')], named)).toBeUndefined()
  expect(await failure([picture('a.png'), picture('b.png', 'image/broken')], named)).toBeDefined()
  expect(await failure(file('a.png', 1, 'image/png'), named)).toMatchObject({
    message: 'Attachment is invalid',
  })
})
