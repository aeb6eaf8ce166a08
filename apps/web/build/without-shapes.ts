import type { Plugin } from 'vite'
import * as z from 'zod/mini'

/**
 * The browser calls by the contract's declarations but checks no shapes, which the server does: their library
 * stays out of what it is sent. Asking one of them to check something throws.
 */
export function withoutShapes(): Plugin {
  const id = '\0shapes'
  return {
    name: 'without-shapes',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === 'zod/mini' ? id : undefined),
    load: (wanted) => (wanted === id ? inert(Object.keys(z)) : undefined),
  }
}

function inert(names: readonly string[]): string {
  return `
const shape = new Proxy(() => {}, {
  get: (_, name) => {
    if (/parse|code/i.test(String(name))) throw new Error('Shapes are checked by the server.')
    return shape
  },
  apply: () => shape,
})
export { ${names.map((name) => `shape as ${name}`).join(', ')} }`
}
