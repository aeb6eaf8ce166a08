import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readWorkbook, textsOf } from '../../../testing/read-workbook.ts'
import { STYLES } from './columns.ts'

const folder = join(import.meta.dirname, '../../../../../web/public/templates')
const stored = (extension: string) => readFile(join(folder, `smac_inquiry_cards_v1.${extension}`))

test('the stored workbook of the inquiry template has the cells of its CSV', async () => {
  const [header, example] = (await stored('csv')).toString().trim().split('\r\n')
  const [sheet] = await readWorkbook(await stored('xlsx'))
  expect(textsOf(sheet)).toEqual([header?.split(','), ['9990000000000011', '46327', '46341', 'RCPT-000123']])
  expect(sheet?.[1]?.map((cell) => cell?.style)).toEqual([STYLES.code, STYLES.date, STYLES.date, STYLES.code])
  expect(example).toBe('9990000000000011,2026-11-01,2026-11-15,RCPT-000123')
})
