import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message } from './message.ts'

/**
 * The outbox lives in the memory of the web process. A command that sends something leaves it in a folder
 * only its owner can read, until the web process takes it over.
 */
export async function spool(folder: string, message: Message): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${message.at.getTime()}-${randomUUID()}`)
  await writeFile(path, JSON.stringify(message), { mode: 0o600 })
  // Named so once it is whole.
  await rename(path, `${path}.json`)
}

/** What commands have left, oldest first; it is not kept there any longer. */
export async function takeSpooled(folder: string): Promise<Message[]> {
  const names = await readdir(folder).catch(ifMissing([]))
  const messages: Message[] = []
  for (const name of names.filter((each) => each.endsWith('.json')).sort()) {
    const path = join(folder, name)
    // Written by `spool` and by nobody else.
    const { at, ...message } = JSON.parse(await readFile(path, 'utf8')) as Omit<Message, 'at'> & {
      at: string
    }
    messages.push({ ...message, at: new Date(at) })
    await rm(path)
  }
  return messages
}

function ifMissing<T>(instead: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return instead
    throw error
  }
}

/** Where it is, under the data folder. */
export function spoolFolder(dataDir: string): string {
  return join(dataDir, 'outbox')
}
