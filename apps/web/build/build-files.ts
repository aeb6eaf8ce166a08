import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a page that is open looks at to learn of a newer build. `builtAt` as milliseconds since 1970 in the files. */
export async function writeBuildFiles(
  dist: string,
  id: string,
  builtAt: Date,
  prerendered: readonly string[],
): Promise<void> {
  const timestamp = builtAt.getTime()
  const rules = Object.fromEntries(prerendered.map((path) => [path, { prerender: true }]))
  const matcher = { static: rules, wildcard: {}, dynamic: {} }
  await mkdir(join(dist, 'builds/meta'), { recursive: true })
  await writeFile(join(dist, 'builds/latest.json'), JSON.stringify({ id, timestamp }))
  await writeFile(
    join(dist, `builds/meta/${id}.json`),
    JSON.stringify({ id, timestamp, matcher, prerendered }),
  )
}
