import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTempFolder } from '../postgres/testing.ts'
import { psqlPath } from './programs.ts'

function folderWithApt(install: (psql: string) => string): { env: NodeJS.ProcessEnv; psql: string } {
  const { folder, remove } = createTempFolder()
  onTestFinished(remove)
  const psql = join(folder, 'psql')
  writeFileSync(join(folder, 'apt-get'), `#!/bin/sh\n${install(psql)}\n`, { mode: 0o755 })
  return { env: { PATH: folder }, psql }
}

test('installs a missing psql with apt for root, else states what to do', () => {
  const { env, psql } = folderWithApt(
    (path) =>
      `case "$*" in *install*postgresql-client*) echo '#!/bin/sh' > ${path}; /bin/chmod 755 ${path};; esac`,
  )
  if (process.getuid?.() === 0) expect(psqlPath(env)).toBe(psql)
  else expect(() => psqlPath(env)).toThrow('apt-get install postgresql-client')
})

test('states what to do if psql cannot be installed', () => {
  const { env } = folderWithApt(() => 'exit 1')
  expect(() => psqlPath(env)).toThrow(/needs psql, .* apt-get install postgresql-client\./)
})
