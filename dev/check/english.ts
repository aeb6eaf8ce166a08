import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exceptions, rules } from './english-rules.ts'
import { listedFiles, root } from './source-files.ts'

/** Phrases that `english-rules.ts` rejects in code and documents, except in migrations, which are never edited. */
export function findUnclearEnglish(folder = root): string[] {
  return listedFiles(folder)
    .filter((file) => /\.(ts|tsx|mjs|css|md)$/.test(file))
    .flatMap((file) => checkEnglish(file, readFileSync(join(folder, file), 'utf8')))
}

export function checkEnglish(file: string, text: string): string[] {
  const excused = exceptions.filter((each) => each.file === file)
  return rules.flatMap(({ pattern, reason, instead }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: phrase, index }) => {
      if (excused.some((each) => each.text === undefined || each.text === phrase)) return []
      const line = text.slice(0, index).split('\n').length
      return [`${file}:${line} "${phrase}": ${reason} Write ${instead}.`]
    }),
  )
}
