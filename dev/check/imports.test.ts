import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTempFolder } from '../postgres/testing.ts'
import { root } from './source-files.ts'

const web = 'apps/web/src'
const server = 'apps/server/src'

/** Importing file, imported file and violated rule. */
const violations = [
  [`${web}/a.ts`, `${server}/target.ts`, 'web-to-contract-only'],
  [`${web}/b.ts`, 'packages/identity/src/target.ts', 'web-to-contract-only'],
  [`${server}/a.ts`, `${web}/target.ts`, 'server-to-packages-only'],
  ['packages/contract/src/a.ts', 'packages/identity/src/target.ts', 'package-alone'],
  ['e2e/tests/a.spec.ts', `${server}/target.ts`, 'e2e-without-sources'],
  [`${web}/net/a.ts`, `${web}/target.ts`, 'net-alone'],
  [`${web}/session/a.ts`, `${web}/ui/target.ts`, 'session-layer'],
  [`${web}/ui/a.tsx`, `${web}/kit/target.ts`, 'ui-layer'],
  [`${web}/ui/b.tsx`, `${web}/net/target.ts`, 'ui-without-net'],
  [`${web}/kit/a.tsx`, `${web}/screens/x/target.ts`, 'kit-layer'],
  [`${web}/kit/b.tsx`, 'packages/contract/src/endpoints/target.ts', 'kit-without-nouns'],
  [`${web}/files/a.tsx`, `${web}/screens/x/target.ts`, 'files-layer'],
  [`${web}/screens/x/a.tsx`, `${web}/routes/target.ts`, 'screens-layer'],
  [`${web}/screens/x/b.tsx`, `${web}/screens/y/target.ts`, 'screen-alone'],
  [`${server}/kernel/a.ts`, `${server}/resources/x/target.ts`, 'kernel-without-resources'],
  [`${server}/resources/x/x.store.ts`, 'node_modules/fastify/target.ts', 'store-without-http'],
  [`${server}/resources/y/y.store.ts`, `${server}/resources/y/target.routes.ts`, 'store-without-http'],
] as const

const allowed = [
  [`${web}/screens/y/a.tsx`, `${web}/files/target.ts`],
  [`${web}/kit/c.tsx`, 'packages/contract/src/endpoints/access.ts'],
  [`${web}/net/b.ts`, 'packages/contract/src/target.ts'],
  [`${server}/b.ts`, 'packages/identity/src/target.ts'],
  ['e2e/system/a.ts', `${server}/target.ts`],
] as const

const up = (file: string) => '../'.repeat(file.split('/').length - 1)

let place: ReturnType<typeof createTempFolder>

beforeAll(() => {
  place = createTempFolder()
  for (const [from, to] of [...violations, ...allowed]) {
    write(to, 'export type Target = string')
    // Type-only imports count too.
    write(from, `import type { Target } from '${up(from)}${to}'`)
  }
  write('dev/a.ts', `import './b.ts'`)
  write('dev/b.ts', `export const a = () => import('./a.ts')`)
  write('dev/c.ts', `import './d.ts'`)
  write('dev/d.ts', `import type { C } from './c.ts'`)
  write('dev/e.ts', `import './missing.ts'`)
  write(`${server}/resources/v/a.ts`, `import '../w/a.ts'`)
  write(`${server}/resources/w/a.ts`, '')
  write(`${server}/resources/w/b.ts`, `import '../v/a.ts'`)
})

afterAll(() => place.remove())

function write(file: string, text: string): void {
  mkdirSync(dirname(join(place.folder, file)), { recursive: true })
  writeFileSync(join(place.folder, file), text)
}

type Report = { summary: { violations: { from: string; to: string; rule: { name: string } }[] } }

async function cruise(config: string, ...folders: string[]): Promise<string[][]> {
  const args = ['--config', join(root, config), '--output-type', 'json', ...folders]
  const output = await new Promise<string>((resolve) =>
    execFile(join(root, 'node_modules/.bin/depcruise'), args, { cwd: place.folder }, (_error, stdout) =>
      resolve(stdout),
    ),
  )
  const { summary }: Report = JSON.parse(output)
  return summary.violations.map(({ from, to, rule }) => [from, to, rule.name]).sort()
}

test('reports each forbidden import, cycle and missing module, and nothing else', async () => {
  const expected = [
    ...violations,
    ['dev/a.ts', 'dev/b.ts', 'no-cycles'],
    ['dev/e.ts', './missing.ts', 'resolvable'],
  ]
  expect(await cruise('.dependency-cruiser.mjs', 'apps', 'packages', 'e2e', 'dev')).toEqual(
    expected.map((each) => [...each]).sort(),
  )
})

test('reports resources that import each other, also through different files', async () => {
  const folder = `${server}/resources`
  expect(await cruise('dev/check/resource-cycles.mjs', folder)).toEqual([
    [`${folder}/v`, `${folder}/w`, 'resources-one-way'],
    [`${folder}/w`, `${folder}/v`, 'resources-one-way'],
  ])
})
