import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { variables } from '../../apps/server/src/config/config-variables.ts'
import { root } from '../check/source-files.ts'
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '../start/options.ts'

const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')
const known = Object.keys(variables.shape)
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

test('Terraform gives the tasks only variables that exist, and all secrets by reference', () => {
  const services = read('terraform/services.tf')
  const names = namesIn(services, /^ +([A-Z][A-Z0-9_]+) += /gm)
  expect(names).toContain('USER_POOL_ID')
  expect(names.filter((name) => !known.includes(name))).toEqual([])
  const all = globSync('terraform/*.tf', { cwd: join(root, 'deploy') }).map(read)
  const secrets = all.flatMap((text) =>
    namesIn(text, /"((?:LEDGER_DATABASE|DATABASE|STORAGE|IDENTITY|EVIDENCE|SMTP)_[A-Z_]+)"/g),
  )
  expect(secrets).toEqual(expect.arrayContaining(['DATABASE_URL', 'SMTP_URL']))
  expect(secrets.filter((name) => !known.includes(name))).toEqual([])
})

test('the compose file gives the application only variables that exist', () => {
  const compose = read('compose.yaml')
  const [application = '', services = ''] = compose.split(/^services:$/m)
  const migrate = services.slice(0, services.indexOf('  web:'))
  const names = namesIn(application + migrate, /^ +([A-Z][A-Z0-9_]+): /gm)
  expect(names).toContain('S3_BROWSER_ENDPOINT')
  // The AWS SDK reads its own variables.
  expect(names.filter((name) => !known.includes(name) && !name.startsWith('AWS_'))).toEqual([])
})

test('every variable in the compose file is in the example of its env file', () => {
  const example = namesIn(read('backoffice.env.example'), /^([A-Z0-9_]+)=/gm)
  const used = new Set(namesIn(read('compose.yaml'), /\$\{([A-Z0-9_]+)/g))
  expect([...used].filter((name) => !example.includes(name))).toEqual([])
})

test('the image runs Node as the supervisor does', () => {
  const containerfile = read('Containerfile')
  for (const [name, value] of Object.entries(NODE_ENVIRONMENT))
    expect(containerfile).toContain(`${name}=${value}`)
  for (const argument of NODE_ARGUMENTS) expect(containerfile).toContain(`"${argument}"`)
})

test('workers have the volume of temporary files', () => {
  const [, folder = ''] = /TMPDIR=(\S+)/.exec(read('Containerfile')) ?? []
  expect(read('Containerfile')).toContain(`VOLUME ["${folder}"]`)
  expect(read('compose.yaml')).toMatch(new RegExp(`worker\\.ts\\]\n.*\n +volumes: \\[${folder}\\]`))
  expect(read('terraform/services.tf')).toContain(`containerPath = "${folder}"`)
})

test('every alarm is explained in the operations guide', () => {
  const guide = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const alarms = namesIn(read('terraform/alarms.tf'), /^ +([a-z-]+) += \{ namespace/gm)
  expect(alarms.length).toBeGreaterThan(5)
  expect(alarms.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})

test('balancers check that a process is alive: a missing bucket or pool takes none of them out', () => {
  const files = ['deploy/terraform/*.tf', 'deploy/Caddyfile', 'drills/balancer.ts']
  const texts = globSync(files, { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  const checked = texts.flatMap((text) => namesIn(text, /(\/health\/\w+)/g))
  expect(new Set(checked)).toEqual(new Set(['/health/live']))
})
