import { createHash } from 'node:crypto'
import { statfsSync } from 'node:fs'

export type Settings = Record<string, string>

/** For two cores and 24 GB shared with the application; sources: PostgreSQL 18 manual, chapters 19 and 14.4. */
const tuning: Settings = {
  // Without a replica, COPY into a table created in the same transaction skips the log.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  shared_buffers: '512MB',
  effective_cache_size: '4GB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  random_page_cost: '1.1',
  jit: 'off',
  max_connections: '200',
}

/** Logs only the first line of a message, because details and contexts may contain card numbers. */
const privacy: Settings = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  lc_messages: 'C',
}

const local: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** For a cluster that may be lost in a power failure. */
export const notDurable: Settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '256MB',
}

export function serverArguments(dataDir: string, port: number, settings: Settings): string[] {
  const all = {
    ...tuning,
    ...privacy,
    ...linuxOnly(),
    ...settings,
    ...local,
    port,
    cluster_name: clusterNameOf(dataDir),
  }
  return ['-D', dataDir, ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])]
}

function linuxOnly(): Settings {
  // macOS has no read-ahead advice, which effective_io_concurrency requires.
  return process.platform === 'linux' ? { effective_io_concurrency: '64', ...sharedMemory() } : {}
}

/** Containers often have 64 MB of /dev/shm, too little for parallel queries. */
function sharedMemory(): Settings {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize > 256 * 1024 ** 2) return {}
  } catch {
    // No /dev/shm at all.
  }
  return { dynamic_shared_memory_type: 'mmap' }
}

/** Part of the title of each server process, by which orphans are recognized. */
export function clusterNameOf(dataDir: string): string {
  return `backoffice-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`
}
