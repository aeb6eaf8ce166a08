import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

const read = (path: string) => readFile(join(root, path), 'utf8')

test('every metric in the rules and every alarm is documented', async () => {
  const [rules, metrics, operations] = await Promise.all([
    read('deploy/prometheus-rules.yaml'),
    read('docs/metrics.md'),
    read('docs/operations.md'),
  ])
  const used = [...rules.matchAll(/backoffice_(\w+)/g)].map(([, name = '']) =>
    name.replace(/_(bucket|count)$/, ''),
  )
  expect(used.length).toBeGreaterThan(8)
  for (const name of new Set(used)) expect(metrics).toContain(name)
  const alarms = [...rules.matchAll(/alert: (\S+)/g)].map(([, name]) => name)
  for (const alarm of alarms) expect(operations).toContain(`\`${alarm}\``)
})

test('no rule depends on the names that a Prometheus gives its jobs', async () => {
  expect(await read('deploy/prometheus-rules.yaml')).not.toMatch(/\b(job|instance) *[=!]/)
})
