import { chownSync, existsSync, mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../processes.ts'
import { newPasswords, writeAccess } from './access-file.ts'
import type { Account } from './account.ts'
import { fullDiskMessage } from './disk-space.ts'

const neededBytes = 128 * 1024 ** 2

export const C_LOCALE = ['--locale=C']
/** Code point order with Unicode case rules: the fastest, and independent of the machine. From PostgreSQL 17 on. */
export const UNICODE_LOCALE = [...C_LOCALE, '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/** Creates the cluster under a temporary name and renames it, so that an interruption leaves no partial one. */
export async function initialise(
  dataDir: string,
  binaries: string,
  account: Account,
  locale: readonly string[],
): Promise<void> {
  const { bavail, bsize } = statfsSync(join(dataDir, '..'))
  if (bavail * bsize < neededBytes) throw new Error(fullDiskMessage(dataDir))

  const unfinished = `${dataDir}.new`
  const passwordFile = `${dataDir}.password`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const passwords = newPasswords()
  writeFileSync(passwordFile, passwords.postgres, { mode: 0o600 })
  if (account) for (const path of [unfinished, passwordFile]) chownSync(path, account.uid, account.gid)
  try {
    await runInitdb(binaries, account, ['-D', unfinished, `--pwfile=${passwordFile}`, ...locale])
    writeAccess(unfinished, { passwords })
    // Only an empty folder is removed.
    if (existsSync(dataDir)) rmSync(dataDir, { recursive: false, force: true })
    renameSync(unfinished, dataDir)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(/No space left|Disk quota/i.test(message) ? fullDiskMessage(dataDir) : message)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

async function runInitdb(binaries: string, account: Account, args: string[]): Promise<void> {
  const fixed = ['-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '--no-instructions', '--no-sync']
  const options = { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...account }
  const { error, output } = await runProgram(join(binaries, 'bin/initdb'), [...args, ...fixed], options)
  if (error) throw new Error(`PostgreSQL could not create its data folder: ${output}`)
}
