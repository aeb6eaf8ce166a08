import { expect, test } from 'vitest'
import { NO_INVITE_VALUES } from './invite-rows.ts'
import { readRows } from './read-rows.ts'

const ANA = {
  ...NO_INVITE_VALUES,
  ...{ email: 'ana@example.com', given_name: 'Ana', family_name: 'Cruz', role: 'Inquiry agent' },
}

test.each([
  ['tabs of a spreadsheet', 'ana@example.com\tAna\tCruz\tInquiry agent\n'],
  ['commas', 'ana@example.com,Ana,Cruz,Inquiry agent'],
  ['semicolons', 'ana@example.com; Ana; Cruz; Inquiry agent\r\n'],
  ['quotes', '"ana@example.com","Ana","Cruz","Inquiry agent"'],
  ['a byte order mark and empty lines', '\uFEFF\n\nana@example.com,Ana,Cruz,Inquiry agent\n,,,\n'],
  ['a header', 'Email,Given name,Family name,Role\nana@example.com,Ana,Cruz,Inquiry agent'],
  ['a header in another order', 'role;last name;First Name;E-mail\nInquiry agent;Cruz;Ana;ana@example.com'],
])('reads %s', (_what, text) => {
  expect(readRows(text)).toEqual({ rows: [ANA], unknownColumns: [] })
})

test('a quoted cell keeps separators, line breaks and quotes', () => {
  const { rows } = readRows('"a@example.com","Ana ""Nena""","Cruz, Jr.","Line\none"\nb@example.com,B,C,D')
  expect(rows.map(({ given_name, family_name, role }) => [given_name, family_name, role])).toEqual([
    ['Ana "Nena"', 'Cruz, Jr.', 'Line\none'],
    ['B', 'C', 'D'],
  ])
})

test('a tab separates even between commas', () => {
  expect(readRows('ana@example.com\tAna\tCruz, Jr.\tInquiry agent').rows[0]?.family_name).toBe('Cruz, Jr.')
})

test('other columns of a header are named, missing cells are empty', () => {
  expect(readRows('Email\tBirthday\tPhone\nana@example.com\t1990\nbea@example.com')).toEqual({
    rows: [
      { ...NO_INVITE_VALUES, email: 'ana@example.com' },
      { ...NO_INVITE_VALUES, email: 'bea@example.com' },
    ],
    unknownColumns: ['Birthday'],
  })
})

test('nothing is read from nothing', () => {
  for (const text of ['', ' \n\t\n', 'Email,Role\n']) expect(readRows(text).rows).toEqual([])
})
