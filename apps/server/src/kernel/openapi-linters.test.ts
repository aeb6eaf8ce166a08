import { createConfig, lintFromString } from '@redocly/openapi-core'
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'

/** Paths that end with a slash in the specification, which both linters advise against. */
const PATHS_WITH_SLASH = ['/api/user/', '/api/operations/terminal_id/upsert/']

let system: TestSystem
let source: string
beforeAll(async () => {
  system = await startTestSystem()
  source = (await system.app.inject('/api/docs/json')).body
})
afterAll(() => system.stop())

test('the OpenAPI document passes the recommended rules of Redocly', { timeout: 120_000 }, async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)).toEqual(
    PATHS_WITH_SLASH.map((path) => `no-path-trailing-slash #/paths/${path.replaceAll('/', '~1')}`),
  )
})

test('the OpenAPI document passes the recommended rules of Spectral', { timeout: 120_000 }, async () => {
  const spectral = new Spectral()
  // The rules have a looser type than the parameter.
  spectral.setRuleset(oas as RulesetDefinition)
  const problems = await spectral.run(JSON.parse(source))
  expect(problems.map(({ code, path }) => `${code} ${path.join(' ')}`)).toEqual(
    PATHS_WITH_SLASH.map((path) => `path-keys-no-trailing-slash paths ${path}`),
  )
})
