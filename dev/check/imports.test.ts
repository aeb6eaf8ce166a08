import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTempFolder } from '../postgres/testing.ts'
import { root } from './source-files.ts'

const web = 'apps/web/src'
const server = 'apps/server/src'

const contract = 'packages/contract/src'

/** Importing file, imported file and violated rule. Type-only imports count too, except of schemas. */
const violations = [
  [`${web}/a.ts`, `${server}/target.ts`, 'web-to-contract-only'],
  [`${web}/b.ts`, 'packages/identity/src/target.ts', 'web-to-contract-only'],
  [`${server}/a.ts`, `${web}/target.ts`, 'server-to-packages-only'],
  [`${contract}/a.ts`, 'packages/identity/src/target.ts', 'package-alone'],
  ['e2e/tests/a.spec.ts', `${server}/target.ts`, 'e2e-without-sources'],
  [`${web}/net/a.ts`, `${web}/session/target.ts`, 'net-alone'],
  [`${web}/ui/a.tsx`, `${web}/net/target.ts`, 'ui-without-net'],
  [`${web}/ui/b.tsx`, `${web}/kit/target.ts`, 'ui-without-net'],
  [`${web}/ui/c.tsx`, `${web}/features/x/target.ts`, 'ui-without-net'],
  [`${web}/kit/list/a.tsx`, `${web}/features/x/target.ts`, 'kit-without-nouns'],
  [`${web}/kit/list/b.tsx`, `${contract}/cases.ts`, 'kit-without-nouns'],
  [`${web}/kit/list/c.tsx`, `${contract}/lists/target.ts`, 'kit-without-nouns'],
  [`${web}/features/x/a.tsx`, `${web}/app/target.ts`, 'features-without-app'],
  [`${web}/features/x/b.tsx`, `${web}/boot/target.ts`, 'features-without-app'],
  [`${web}/features/x/c.tsx`, `${web}/gallery/target.ts`, 'features-without-app'],
  [`${server}/features/x/a.ts`, `${server}/app/target.ts`, 'features-without-app'],
  [`${server}/kernel/a.ts`, `${server}/features/x/target.ts`, 'kernel-without-features'],
  [`${server}/kernel/b.ts`, `${server}/files/target.ts`, 'kernel-without-features'],
  [`${server}/kernel/c.ts`, `${server}/jobs/target.ts`, 'kernel-without-features'],
  [`${server}/kernel/d.ts`, `${server}/adapters/target.ts`, 'kernel-without-features'],
  [`${server}/features/x/x.store.ts`, 'node_modules/fastify/target.ts', 'store-without-http'],
  [`${server}/features/y/y.store.ts`, `${server}/features/y/target.routes.ts`, 'store-without-http'],
] as const

/** Violated only by an import of a value. */
const valueViolations = [
  [`${web}/net/c.ts`, `${contract}/api.ts`, 'addresses-without-schemas'],
  [`${contract}/b.ts`, `${contract}/target.schemas.ts`, 'addresses-without-schemas'],
  [`${contract}/c.ts`, 'node_modules/zod/target.ts', 'addresses-without-schemas'],
] as const

const allowed = [
  [`${web}/features/y/a.tsx`, `${web}/features/x/target.ts`],
  [`${web}/features/y/b.tsx`, `${web}/kit/target.ts`],
  [`${web}/kit/list/d.tsx`, `${contract}/access.ts`],
  [`${web}/kit/list/e.test.tsx`, `${contract}/tables/target.ts`],
  [`${web}/net/b.ts`, `${contract}/target.ts`],
  [`${web}/net/d.ts`, `${contract}/api.ts`],
  [`${server}/b.ts`, 'packages/identity/src/target.ts'],
  [`${server}/kernel/e.test.ts`, `${server}/features/x/target.ts`],
  ['e2e/system/a.ts', `${server}/target.ts`],
] as const

const up = (file: string) => '../'.repeat(file.split('/').length - 1)

let place: ReturnType<typeof createTempFolder>

beforeAll(() => {
  place = createTempFolder()
  for (const [from, to] of [...violations, ...allowed]) {
    write(to, 'export type Target = string')
    write(from, `import type { Target } from '${up(from)}${to}'`)
  }
  for (const [from, to] of valueViolations) {
    write(to, 'export const target = 1')
    write(from, `import { target } from '${up(from)}${to}'`)
  }
  write('dev/a.ts', `import './b.ts'`)
  write('dev/b.ts', `export const a = () => import('./a.ts')`)
  write('dev/c.ts', `import './d.ts'`)
  write('dev/d.ts', `import type { C } from './c.ts'`)
  write('dev/e.ts', `import './missing.ts'`)
})

afterAll(() => place.remove())

function write(file: string, text: string): void {
  mkdirSync(dirname(join(place.folder, file)), { recursive: true })
  writeFileSync(join(place.folder, file), text)
}

type Report = { summary: { violations: { from: string; to: string; rule: { name: string } }[] } }

async function cruise(...folders: string[]): Promise<string[][]> {
  const args = ['--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', ...folders]
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
    ...valueViolations,
    ['dev/a.ts', 'dev/b.ts', 'no-cycles'],
    ['dev/e.ts', './missing.ts', 'resolvable'],
  ]
  expect(await cruise('apps', 'packages', 'e2e', 'dev')).toEqual(expected.map((each) => [...each]).sort())
})
