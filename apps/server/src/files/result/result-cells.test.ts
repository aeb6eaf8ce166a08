import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { maskLines } from './result-cells.ts'
import { resultHeader } from './result-lines.ts'

const REST = 'FOUND,,ACTIVE,GOLD,10.00,,0,0.00,0.00,0.00,0,'

async function mask(text: string, blockBytes = text.length): Promise<string> {
  const bytes = Buffer.from(text)
  const blocks = Array.from({ length: Math.ceil(bytes.length / blockBytes) }, (_, index) =>
    bytes.subarray(index * blockBytes, (index + 1) * blockBytes),
  )
  const out: Uint8Array[] = []
  for await (const block of maskLines(Readable.from(blocks))) out.push(block)
  return Buffer.concat(out).toString()
}

test.each([
  ['9990000000000011,REF-1', '•••• 0011,REF-1'],
  ['9990 0000-0000 0011,', '•••• 0011,'],
  ['9990000000000012,REF-1', '••••,REF-1'],
  ['9990000000000011,9990000000000029', '•••• 0011,••••0029'],
  ['"9990000000000029,x","a;""9990-0000-0000-0011"""', '••••,"a;""••••0011"""'],
  ['9.99E+15,123456789012', '••••,123456789012'],
  ['"9990000000000011\n",R', '•••• 0011,R'],
  ['"999O000000000011\n",R', '••••,R'],
  ['\'=1+1,""', '••••,""'],
  [',', ','],
])('%s', async (typed, masked) => {
  expect(await mask(`${resultHeader}12,${typed},${REST}\n`)).toBe(`${resultHeader}12,${masked},${REST}\n`)
})

test('masks for any block size', async () => {
  const line = (row: number) => `${row},9990000000000011,Señal ${row},${REST}\n`
  const text = resultHeader + [1, 2, 3, 4].map(line).join('')
  const masked = await mask(text)
  expect(masked).not.toContain('999')
  for (const bytes of [1, 7, 64, 100]) expect(await mask(text, bytes)).toBe(masked)
})
