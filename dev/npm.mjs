import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The PATH without node_modules/.bin, whose Node an install may be replacing. */
export function cleanPath() {
  const entries = (process.env.PATH ?? '').split(':')
  return entries.filter((entry) => !entry.endsWith('node_modules/.bin')).join(':')
}

/**
 * Runs the npm that started this process, or the one on the PATH.
 * @param {string[]} args
 * @param {{ quiet?: boolean }} [options]
 * @returns {{ ok: boolean, message: string }}
 */
export function npm(args, { quiet = false } = {}) {
  const own = process.env.npm_execpath
  const [command, first] = own ? [process.execPath, [own]] : ['npm', []]
  const run = spawnSync(command, [...first, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: cleanPath() },
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  })
  return { ok: run.status === 0, message: run.error?.message ?? run.stderr?.trim() ?? '' }
}
