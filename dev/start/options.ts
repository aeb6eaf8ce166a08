import { availableParallelism } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort, tryPort } from '../ports.ts'

export const root = join(import.meta.dirname, '../..')

export type Options = Awaited<ReturnType<typeof readOptions>>

export async function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      watch: { type: 'boolean', default: false },
      'reset-demo': { type: 'boolean', default: false },
      cards: { type: 'string' },
      'as-of': { type: 'string' },
      history: { type: 'boolean', default: true },
    },
    allowNegative: true,
  })
  const host = process.env.HOST || '127.0.0.1'
  const dataDir = resolve(root, process.env.DATA_DIR || '.data')
  return {
    watch: values.watch,
    host,
    port: integerFrom('PORT', 3000) || (await freePort(0, host)),
    dataDir,
    shownDataDir: relative(process.cwd(), dataDir) || '.',
    workers: integerFrom('WORKERS', Math.max(1, availableParallelism() - 1)),
    databaseUrl: process.env.DATABASE_URL,
    userPoolId: process.env.USER_POOL_ID,
    demoArgs: [
      ...(['cards', 'as-of'] as const).flatMap((name) =>
        values[name] === undefined ? [] : [`--${name}`, values[name]],
      ),
      ...(values.history ? [] : ['--no-history']),
    ],
  }
}

function integerFrom(name: string, fallback: number): number {
  const text = process.env[name]
  if (!text) return fallback
  if (!/^\d+$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}".`)
  return Number(text)
}

export async function assertPortFree({ host, port }: Options): Promise<void> {
  if ((await tryPort(port, host)) === undefined)
    throw new Error(
      `Another program uses ${host}:${port}. Stop it, or choose another port: PORT=${port + 1} npm start`,
    )
}

/**
 * The processes stream short-lived blocks, so a small young generation and few malloc arenas halve their resident
 * memory without a measurable cost in time.
 */
export const NODE_ARGUMENTS = ['--max-semi-space-size=2']
export const NODE_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  // Token verification and file writes share the pool; with the default four threads they delay each other.
  UV_THREADPOOL_SIZE: '16',
}
