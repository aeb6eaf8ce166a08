import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary file without a name, which also the end of a killed process removes. */
export async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `backoffice-${randomUUID()}`)
  // Only this user may open it.
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Path that opens the file while the handle is open, in this process and its threads. */
export const pathOf = ({ fd }: FileHandle) => `/dev/fd/${fd}`
