import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { stagingTable } from '../../apps/server/src/db/staging-table.ts'
import { PLANNER_SETTINGS } from '../../apps/server/src/files/result/result-rows.ts'
import { resultInSql } from '../../apps/server/src/testing/result-in-sql.ts'
import { AS_OF } from '../database.ts'
import { filePath, REQUEST } from './input-file.ts'

const ABSENT = `psql was not found. The main job is measured against it. Install PostgreSQL's client:
  Debian, Ubuntu: apt-get install postgresql-client    macOS: brew install libpq`

// Memory for one sort of all rows.
const SETTINGS = `${PLANNER_SETTINGS.replaceAll('SET LOCAL', 'SET').replace("'64MB'", "'512MB'")};`

/** Luhn sum of the 16 digits of `card`: every second digit doubled, and the digits of the product added. */
const LUHN = Array.from({ length: 16 }, (_, i) => {
  const digit = `((card / 1${'0'.repeat(15 - i)}) % 10)`
  return i % 2 === 0 ? `(${digit} * 2) % 9 + ${digit} / 9 * 9` : digit
}).join(' + ')

/**
 * Hand-written SQL for the rules that the input files break. OFFSET 0 stops the planner from evaluating a cast once per
 * use.
 */
const VALIDATION = `
CREATE TEMP TABLE raw (row_no integer GENERATED ALWAYS AS IDENTITY, card_number text, date_from text,
  date_to text, reference_no text);
\\copy raw (card_number, date_from, date_to, reference_no) FROM '@input@' WITH (FORMAT csv, HEADER)
CREATE TEMP TABLE checked AS
WITH cells AS (
  SELECT *, CASE WHEN card_number ~ '^[0-9]{16}$' THEN card_number::bigint END AS card,
    CASE WHEN date_from ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' AND pg_input_is_valid(date_from, 'date')
      THEN date_from::date END AS day_from,
    CASE WHEN date_to ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' AND pg_input_is_valid(date_to, 'date')
      THEN date_to::date END AS day_to
  FROM raw OFFSET 0
), judged AS (
  SELECT row_no, card, day_from, day_to, card_number, reference_no,
    nullif(concat_ws('; ',
      CASE WHEN card_number IS NULL THEN 'E001 card_number' WHEN card IS NULL THEN 'E002 card_number'
        WHEN (${LUHN}) % 10 <> 0
        THEN CASE WHEN card % 10 = 0 THEN 'E012 card_number' ELSE 'E003 card_number' END END,
      CASE WHEN date_from IS NULL THEN CASE WHEN date_to IS NOT NULL THEN 'E001 date_from' END
        WHEN day_from IS NULL THEN 'E005 date_from' WHEN day_from > '${AS_OF}' THEN 'E006 date_from' END,
      CASE WHEN date_to IS NULL THEN CASE WHEN date_from IS NOT NULL THEN 'E001 date_to' END
        WHEN day_to IS NULL THEN 'E005 date_to'
        WHEN day_to > '${AS_OF}' OR day_to < day_from OR day_to - day_from > 30 THEN 'E006 date_to' END), '') AS wrong
  FROM cells OFFSET 0
), numbered AS (
  SELECT *, min(row_no) OVER (PARTITION BY card, day_from, day_to, wrong IS NULL) AS first_row FROM judged
)
SELECT row_no, CASE WHEN wrong IS NULL AND first_row = row_no THEN card END AS card_number,
  day_from AS date_from, day_to AS date_to,
  CASE WHEN wrong IS NOT NULL THEN 'I' WHEN first_row < row_no THEN 'D' ELSE 'V' END AS outcome,
  CASE WHEN wrong IS NOT NULL THEN wrong WHEN first_row < row_no THEN 'same as row ' || first_row END AS reason,
  card_number AS card_text, reference_no
FROM numbered;`

export class Psql {
  readonly #url: string
  readonly #asOf: string

  /** `asOf`: last day for calculating ages. */
  constructor(url: string, asOf = AS_OF) {
    if (spawnSync('psql', ['--version'], { stdio: 'ignore' }).status !== 0) throw new Error(ABSENT)
    this.#url = url
    this.#asOf = asOf
  }

  result(filekey: string, rows: number, output: string): Promise<void> {
    return this.#run(`${SETTINGS}\n${copyOut(filekey, rows, output, this.#asOf)}`)
  }

  /** Copies the same bytes into one text column without an index, which is the minimum cost of reading them. */
  copyIn(input: string): Promise<void> {
    return this.#run(
      `CREATE TEMP TABLE bare (line text);\n\\copy bare FROM '${input}' WITH (FORMAT csv, DELIMITER E'\\x01', QUOTE E'\\x02')`,
    )
  }

  whole(input: string, filekey: string, rows: number, output: string): Promise<void> {
    const out = copyOut(filekey, rows, output, this.#asOf).replace(stagingTable(filekey), 'checked')
    return this.#run(
      `SET jit = off; SET work_mem = '512MB';\n${VALIDATION.replace('@input@', input)}\n${SETTINGS}\n${out}`,
    )
  }

  #run(script: string): Promise<void> {
    const file = filePath('yardstick.sql')
    writeFileSync(file, script)
    return new Promise((resolve, reject) => {
      const args = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', file, this.#url]
      const child = spawn('psql', args, { stdio: ['ignore', 'ignore', 'inherit'] })
      child.once('error', reject)
      child.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`psql ended with code ${code}`)),
      )
    })
  }
}

/** \copy takes one line. */
function copyOut(filekey: string, rows: number, output: string, asOf: string): string {
  const query = resultInSql({ filekey, fromRow: 1, toRow: rows, asOf, ...REQUEST })
  return `\\copy (${query.replace(/\s+/g, ' ').trim()}) TO '${output}' WITH (FORMAT csv, HEADER)`
}
