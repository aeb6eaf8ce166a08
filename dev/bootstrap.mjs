// Runs before anything is installed, on Node 20 or later, so this file and the modules it imports use no dependencies
// and no TypeScript.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installPackages } from './install-packages.mjs'
import { findNode24 } from './node-24.mjs'
import { cleanPath, root } from './npm.mjs'

const minimumNode = 20

/**
 * Installs missing packages, then runs the script under Node 24 and exits with its code.
 * @param {string} script
 * @param {string[]} args
 */
export function runOnNode24(script, args) {
  try {
    if (process.platform === 'win32') throw new Error('Windows is not supported; use WSL.')
    if (Number.parseInt(process.versions.node, 10) < minimumNode)
      throw new Error(
        `This is Node ${process.versions.node}. Install Node ${minimumNode} or later and try again.`,
      )
    installPackages()
    runScript(findNode24(), script, args)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

/**
 * @param {string} node
 * @param {string} script
 * @param {string[]} args
 */
function runScript(node, script, args) {
  const path = [join(node, '..'), join(root, 'node_modules/.bin'), cleanPath()].join(':')
  // In its own session, so that Ctrl-C arrives there once, sent from here. The channel closes when this process ends.
  const child = spawn(node, [join(root, script), ...args], {
    cwd: root,
    detached: true,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(name, () => child.kill(name))
  child.on('error', (error) => {
    console.error(`Could not run ${node}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code) => process.exit(code ?? 1))
}
