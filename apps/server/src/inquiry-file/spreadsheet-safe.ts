/**
 * The same result with card numbers as 4-4-4-4 with dashes: a spreadsheet takes that for text and keeps
 * all sixteen digits, and our own upload accepts it back.
 */
export async function* spreadsheetSafe(_result: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  yield new Uint8Array()
  throw new Error('not built yet')
}
