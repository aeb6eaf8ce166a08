import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { stopLeftovers } from './postgres/leftovers.ts'
import { placeOf } from './postgres/place.ts'
import { keepDatabase } from './start/database.ts'
import { readOptions, root } from './start/options.ts'
import { takeRun } from './start/run-file.ts'
import { step } from './start/step.ts'

/** What a start puts in DATA_DIR, and nothing else: the variable may point at a folder with other things. */
const ours = ['storage', 'keys.json', 'logs']

/** Wipes the demo's database and files, and makes them anew. */
async function reset(): Promise<void> {
  const { databaseUrl, dataDir, shownDataDir, demoArgs } = await readOptions(process.argv.slice(2))
  if (databaseUrl)
    throw new Error('DATABASE_URL is set: only the embedded demo is reset, never a database elsewhere.')
  const run = await takeRun(dataDir, 'npm run reset-demo')
  const never = new AbortController().signal
  try {
    console.log(`Wiping ${shownDataDir} …`)
    const { dataDir: postgres } = placeOf(join(dataDir, 'postgres'))
    await stopLeftovers(postgres)
    rmSync(postgres, { recursive: true, force: true })
    for (const name of ours) rmSync(join(dataDir, name), { recursive: true, force: true })

    const database = await keepDatabase(dataDir, (pid) => run.note({ postgres: pid }))
    try {
      const env = {
        ...process.env,
        DATABASE_URL: database.url,
        DATABASE_OWNER_URL: database.ownerUrl,
        DATA_DIR: dataDir,
      }
      await step('Migrating the database', ['apps/server/src/migrate.ts'], env, never)
      await step('Loading the demo data', ['apps/server/src/demo.ts', ...demoArgs], env, never)
    } finally {
      await database.stop()
    }
    console.log('The demo is new. Start it with: npm start')
  } finally {
    run.remove()
  }
}

process.chdir(root)
reset().then(
  () => process.disconnect?.(),
  (error: Error) => {
    console.error(`\n${error.message}`)
    process.exit(1)
  },
)
