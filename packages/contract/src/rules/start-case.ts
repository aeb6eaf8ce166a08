/** Runs of capitals, words with or without one, numbers. */
const WORDS = /\p{Lu}+(?![\p{Ll}\p{Lo}\p{M}])|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu

/** `terminal_id` → `Terminal Id`, `branchCode2` → `Branch Code 2`, `SMACNumber` → `SMAC Number`. */
export function startCase(name: string): string {
  return (name.match(WORDS) ?? []).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
