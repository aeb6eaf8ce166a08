import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { observeCalls } from './observe-calls.ts'

test('the files of a folder count as one route', async () => {
  const routes: string[] = []
  const app = Fastify()
  observeCalls(app, { telemetry: { recordCall: ({ route }) => void routes.push(route) }, traces: null })
  const files = ['/assets/a-1.js', '/assets/b-2.css', '/builds/meta/b1.json', '/api/docs/static/index.html']
  for (const path of [...files, '/login/:id']) app.get(path, async () => 'ok')
  for (const path of [...files, '/login/7', '/assets/missing.js']) await app.inject(path)
  expect(routes).toEqual(['/assets/*', '/assets/*', '/builds/*', '/api/docs/static/*', '/login/:id', 'none'])
  await app.close()
})
