import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { generate } from 'orval'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../check/source-files.ts'
import { runProgram } from '../processes.ts'

const input = join(root, 'docs/openapi.json')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backoffice-clients-'))
})
afterAll(() => rm(folder, { recursive: true }))

const STRICT = {
  strict: true,
  noEmit: true,
  target: 'es2024',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
}

/** Errors of the compiler. */
async function compile(name: string): Promise<string> {
  const config = join(folder, `${name}.json`)
  await writeFile(config, JSON.stringify({ compilerOptions: STRICT, include: [name] }))
  return (await runProgram(join(root, 'node_modules/.bin/tsc'), ['-p', config], { cwd: folder })).output
}

test('an error of a client is found', async () => {
  await writeFile(join(folder, 'wrong.ts'), 'export const count: number = "1"')
  expect(await compile('wrong.ts')).toContain('TS2322')
})

test('openapi-typescript: the types compile', async () => {
  const types = await openapiTypescript(JSON.parse(await readFile(input, 'utf8')))
  await writeFile(join(folder, 'types.ts'), astToString(types))
  expect(await compile('types.ts')).toBe('')
})

test('Hey API: the fetch client compiles', async () => {
  await createClient({ input, output: join(folder, 'hey-api'), logs: { level: 'silent' } })
  expect(await compile('hey-api')).toBe('')
})

test('Orval: the fetch client compiles', async () => {
  const output = {
    target: join(folder, 'orval/client.ts'),
    schemas: join(folder, 'orval/model'),
    // Orval would read the file of the current folder.
    tsconfig: {},
  }
  await generate({ input: { target: input }, output: { ...output, client: 'fetch' } })
  expect(await compile('orval')).toBe('')
})
