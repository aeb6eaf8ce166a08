import { canApt, installByApt, placesOnPath, runs } from './programs.ts'

const PACKAGE = 'postgresql-client'

/** The path of psql, installed if missing: the embedded PostgreSQL has none. The error states what to do. */
export function psqlPath(env: NodeJS.ProcessEnv = process.env): string {
  const find = () => placesOnPath(['psql'], env).find(runs)
  const found = find()
  if (found) return found
  if (canApt(env)) installByApt([PACKAGE], env)
  const installed = find()
  if (installed) return installed
  throw new Error(
    `The test of the first install needs psql, which could not be installed. On Debian or Ubuntu: apt-get install ${PACKAGE}. On macOS: brew install libpq, with its bin on the PATH.`,
  )
}
