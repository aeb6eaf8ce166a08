import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratch } from '../postgres/testing.ts'
import { wrongImports } from './imports.ts'

let place: ReturnType<typeof scratch>

beforeEach(() => {
  place = scratch()
})

afterEach(() => place.remove())

function problemsIn(files: Record<string, string>): string[] {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place.folder, file)), { recursive: true })
    writeFileSync(join(place.folder, file), text)
  }
  return wrongImports(Object.keys(files), place.folder)
}

test.each([
  ['apps/web/src/a.ts', 'apps/server/src/b.ts', `import { b } from '../../server/src/b.ts'`],
  ['apps/web/src/a.ts', 'packages/identity/src/index.ts', `import { b } from '@backoffice/identity'`],
  ['packages/contract/src/a.ts', 'apps/web/src/b.ts', `import type { B } from '../../../apps/web/src/b.ts'`],
  ['apps/web/src/ui/a.tsx', 'apps/web/src/kit/b.tsx', `export { b } from '../kit/b.tsx'`],
  ['apps/web/src/kit/a.tsx', 'apps/web/src/screens/x/b.tsx', `const b = () => import('../screens/x/b.tsx')`],
  ['apps/web/src/screens/x/a.tsx', 'apps/web/src/screens/y/b.tsx', `import {\n  b,\n} from '../y/b.tsx'`],
  ['e2e/tests/a.spec.ts', 'apps/server/src/b.ts', `import { b } from '../../apps/server/src/b.ts'`],
])('%s may not import %s', (from, to, statement) => {
  expect(problemsIn({ [from]: statement, [to]: 'export const b = 1' })).toEqual([
    expect.stringContaining(`${from} imports ${to}`),
  ])
})

test('a store knows no HTTP', () => {
  const store = 'apps/server/src/resources/tenders/tenders.store.ts'
  expect(problemsIn({ [store]: `import type { FastifyReply } from 'fastify'` })).toHaveLength(1)
})

test('what is allowed passes, type-only circles included', () => {
  const files = {
    'apps/web/src/screens/x/a.tsx': `import { rules } from '@backoffice/contract/rules'\nimport { b } from './b.tsx'`,
    'apps/web/src/screens/x/b.tsx': `import type { A } from './a.tsx'\nexport const b = 1`,
    'apps/server/src/main.ts': `import { provider } from '@backoffice/identity'`,
    'e2e/system/c.ts': `import { main } from '../../apps/server/src/main.ts'`,
    'packages/contract/src/rules.ts': 'export const rules = 1',
    'packages/identity/src/index.ts': 'export const provider = 1',
  }
  expect(problemsIn(files)).toEqual([])
})

test('a circle of imports is shown whole', () => {
  const files = {
    'dev/a.ts': `import './b.ts'`,
    'dev/b.ts': `export { c } from './c.ts'`,
    'dev/c.ts': `import { a } from './a.ts'`,
  }
  expect(problemsIn(files)).toEqual(['cycle: dev/a.ts → dev/b.ts → dev/c.ts → dev/a.ts'])
})
