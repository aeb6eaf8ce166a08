import { isDeepStrictEqual } from 'node:util'
import type { Changes } from './audit.ts'

/** Of these fields the ones that differ, with their values before and after. Instants are compared as ISO text. */
export function changesOf<
  Field extends string,
  Before extends { readonly [F in Field]?: unknown },
  After extends { readonly [F in Field]?: unknown },
>(before: Before, after: After, fields: readonly Field[]): Changes {
  const pairs = fields.map((field) => [field, [plain(before[field]), plain(after[field])] as const] as const)
  return Object.fromEntries(pairs.filter(([, [old, now]]) => !isDeepStrictEqual(old, now)))
}

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return value === undefined ? null : value
}
