import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** The account that runs PostgreSQL; undefined for the current one. */
export type Account = { uid: number; gid: number } | undefined

const ownName = 'backoffice-pg'

/**
 * PostgreSQL does not run as root. For root: the owner of existing data, else an existing database account, else a new
 * account, else `nobody`.
 */
export function accountFor(dataDir: string): Account {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account =
    lookUp(ownName) ?? lookUp('postgres') ?? lookUp('_postgres') ?? createOwn() ?? lookUp('nobody')
  if (account) return account
  throw new Error(
    `PostgreSQL does not run as root, and no other account could be found or created.\nCreate one (useradd --system ${ownName}), or run this as an ordinary user, or set DATABASE_URL.`,
  )
}

function lookUp(name: string): Account {
  if (process.platform === 'linux') {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`))
    const [, , uid, gid] = line?.split(':') ?? []
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
  }
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

function createOwn(): Account {
  // useradd on most distributions, adduser on Alpine; macOS has neither and falls back to nobody.
  const attempts = [
    ['useradd', '--system', '--no-create-home', '--home-dir', '/nonexistent', ownName],
    ['adduser', '-S', '-D', '-H', '-h', '/nonexistent', ownName],
  ]
  for (const [command = '', ...args] of attempts) {
    if (spawnSync(command, args, { stdio: 'ignore' }).status === 0) return lookUp(ownName)
  }
  return undefined
}

/** False, for example, when the checkout is below a home folder of mode 0700. */
export function canEnter(account: Account, folder: string): boolean {
  const run = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    cwd: '/',
    stdio: 'ignore',
    ...account,
  })
  return run.status === 0
}
