import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

export function fullDiskMessage(path: string): string {
  let folder = path
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, bsize } = statfsSync(folder)
  const freeMb = Math.floor((bavail * bsize) / 1024 ** 2)
  return `The disk that holds ${path} is full (${freeMb} MB free). Free some space, or set DATA_DIR to a folder on another disk, and start again.`
}
