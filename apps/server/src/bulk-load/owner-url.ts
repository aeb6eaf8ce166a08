import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const accessFile = z.object({ port: z.int(), passwords: z.object({ backoffice_owner: z.string() }) })

/** The owner's connection string, from the environment or the running embedded database. */
export async function ownerUrl(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const configured = env.DATABASE_OWNER_URL || env.DATABASE_DIRECT_URL || env.DATABASE_URL
  if (configured) return configured
  const path = join(env.DATA_DIR || '.data', 'postgres', 'access.json')
  try {
    const { port, passwords } = accessFile.parse(JSON.parse(await readFile(path, 'utf8')))
    return `postgres://backoffice_owner:${passwords.backoffice_owner}@127.0.0.1:${port}/backoffice`
  } catch (cause) {
    const message = `Cannot find the database: ${path} cannot be read. Start Backoffice first (npm start), or set DATABASE_OWNER_URL.`
    throw new Error(message, { cause })
  }
}
