import type { Plugin } from 'vite'
import { parseAst } from 'vite'
import * as z from 'zod/mini'
import { stripSchemas } from './strip-schemas.ts'

/**
 * The browser calls by the contract's declarations but checks no schemas, which the server does: they stay out of
 * what it is sent, and so does their library. Asking one that is left to check something throws.
 */
export function stripSchemasPlugin(): Plugin {
  const id = '\0schemas'
  return {
    name: 'strip-schemas-plugin',
    apply: 'build',
    resolveId: { order: 'pre', handler: (source) => (source === 'zod/mini' ? id : undefined) },
    load: (wanted) => (wanted === id ? inert(Object.keys(z)) : undefined),
    // By now it is JavaScript.
    transform: (code, module) =>
      /packages\/contract\/src\/.*\.ts$/.test(module) ? stripSchemas(code, parseAst(code)) : undefined,
  }
}

function inert(names: readonly string[]): string {
  return `
const shape = new Proxy(() => {}, {
  get: (_, name) => {
    if (/parse|code/i.test(String(name))) throw new Error('Schemas are checked by the server.')
    return shape
  },
  apply: () => shape,
})
export { ${names.map((name) => `shape as ${name}`).join(', ')} }`
}
