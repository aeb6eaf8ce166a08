/** Runs of capitals, words with or without an initial capital, and numbers. */
const WORDS = /\p{Lu}+(?![\p{Ll}\p{Lo}\p{M}])|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu

/** `terminal_id` → `Terminal Id`, `branchCode2` → `Branch Code 2`, `SMACNumber` → `SMAC Number`. */
export function startCase(name: string): string {
  const words = name.replaceAll(/['’]/g, '').match(WORDS) ?? []
  return words.map(capitalised).join(' ')
}

/** Letters whose capital form has two letters, such as ß, are unchanged. */
function capitalised(word: string): string {
  const first = word.charAt(0).toUpperCase()
  return first.length === 1 ? first + word.slice(1) : word
}
