import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { dataLocation } from './postgres/data-location.ts'
import { stopOrphanedServer } from './postgres/stop-orphans.ts'
import { superviseDatabase } from './start/database.ts'
import { readOptions, root } from './start/options.ts'
import { claimDataDir } from './start/run-file.ts'
import { prepareDatabase } from './start/service.ts'

/** Entries that a start creates in DATA_DIR, which may contain other files. */
const createdByStart = ['storage', 'keys.json', 'logs']

async function reset(): Promise<void> {
  const { dataDir, shownDataDir, demoArgs } = await readOptions(process.argv.slice(2))
  for (const name of ['DATABASE_URL', 'LEDGER_DATABASE_URL'])
    if (process.env[name]) throw new Error(`${name} is set: reset-demo resets only the embedded database.`)
  const run = await claimDataDir(dataDir, 'npm run reset-demo')
  try {
    console.log(`Wiping ${shownDataDir} …`)
    const { dataDir: postgres } = dataLocation(join(dataDir, 'postgres'))
    await stopOrphanedServer(postgres)
    rmSync(postgres, { recursive: true, force: true })
    for (const name of createdByStart) rmSync(join(dataDir, name), { recursive: true, force: true })

    const database = await superviseDatabase(dataDir, (pid) => run.update({ postgres: pid }))
    try {
      const env = {
        ...process.env,
        DATABASE_URL: database.url,
        DATABASE_OWNER_URL: database.ownerUrl,
        DATA_DIR: dataDir,
      }
      await prepareDatabase(env, { demoArgs })
    } finally {
      await database.stop()
    }
    console.log('The demo is reset. Start it with: npm start')
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
