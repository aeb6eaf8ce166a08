import { expect, test } from 'vitest'
import { LAST_RELEASE } from '../testing/previous-release.ts'
import { migrationNames, readMigration } from './migrate.ts'

test('migrations since the last release keep its processes working', async () => {
  const names = await migrationNames()
  expect(names).toContain(LAST_RELEASE)
  for (const name of names.filter((each) => each > LAST_RELEASE))
    expect([name, breakingStatements(await readMigration(name))]).toEqual([name, []])
})

test.each([
  'DROP TABLE files',
  'ALTER TABLE files DROP COLUMN size',
  'ALTER TABLE files\n  ADD COLUMN a int,\n  RENAME size TO bytes',
  'ALTER TABLE files ALTER COLUMN size TYPE bigint',
  'ALTER TABLE files ALTER COLUMN sha256 SET NOT NULL',
  'ALTER TABLE files ADD COLUMN a int DEFAULT 1, ADD COLUMN owner uuid NOT NULL',
  'ALTER TABLE files ADD CONSTRAINT small CHECK (size < 10)',
  'REVOKE INSERT ON files FROM backoffice_app',
  'CREATE INDEX files_size ON files (size)',
  'DELETE FROM files',
  // Semicolons in a function body end no statement.
  "CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $$ SELECT 'a;'; $$; DROP FUNCTION g",
])('rejects %s', (statement) => {
  expect(breakingStatements(`-- A comment; of the file.\n${statement};`)).toHaveLength(1)
  expect(breakingStatements(`-- breaks the former release: nothing uses it any more\n${statement};`)).toEqual(
    statement.startsWith('CREATE FUNCTION') ? [expect.stringContaining('DROP FUNCTION g')] : [],
  )
})

test.each([
  "ALTER TABLE files ADD COLUMN a text NOT NULL DEFAULT 'x', ADD COLUMN b int",
  'CREATE TABLE t (a int NOT NULL); CREATE INDEX t_a ON t (a); ALTER TABLE t ADD CONSTRAINT c CHECK (a > 0)',
  'ALTER TABLE files ADD CONSTRAINT small CHECK (size < 10) NOT VALID',
  'CREATE INDEX CONCURRENTLY files_size ON files (size); DROP INDEX CONCURRENTLY files_bytes',
  "INSERT INTO t VALUES ('DROP TABLE files; '); GRANT SELECT ON files TO backoffice_app",
  'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM files; $$',
])('accepts %s', (sql) => {
  expect(breakingStatements(sql)).toEqual([])
})

/**
 * Problems of statements that break processes of the former release, which run on the new tables during a rollout.
 * A comment `-- breaks the former release: why` before a statement allows it.
 */
function breakingStatements(sql: string): string[] {
  const created = new Set<string>()
  return statementsOf(sql).flatMap((statement) => {
    const text = withoutComments(statement)
    const table = /^CREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF NOT EXISTS\s+)?(\S+)/i.exec(text)?.[1]
    if (table) created.add(table)
    if (/^--\s*breaks the former release: \S/im.test(statement)) return []
    const on =
      /^ALTER\s+TABLE\s+(?:ONLY\s+)?(\S+)/i.exec(text)?.[1] ?? /\sON\s+(?:ONLY\s+)?([\w.]+)/i.exec(text)?.[1]
    if (on && created.has(on)) return []
    const problem = RULES.find(([pattern]) => pattern.test(text))?.[1]
    return problem ? [`${problem}: ${text.replace(/\s+/g, ' ').slice(0, 100)}`] : []
  })
}

/** Text of one ALTER TABLE action, up to the next. */
const ACTION = '[^,]*?'

const RULES: readonly (readonly [RegExp, string])[] = [
  [
    /^DROP\s+(TABLE|VIEW|FUNCTION|SCHEMA|TYPE|SEQUENCE|MATERIALIZED)/i,
    'removes an object that the former release uses',
  ],
  [/\bDROP\s+COLUMN\b/i, 'removes a column that the former release reads'],
  [/\bRENAME\b/i, 'the former release knows the old name only'],
  [
    /\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b/i,
    'rewrites the table and changes a type that the former release reads',
  ],
  [/\bSET\s+NOT\s+NULL\b/i, 'the former release may write no value'],
  [
    new RegExp(`\\bADD\\s+COLUMN\\s(?!${ACTION}\\b(?:DEFAULT|GENERATED)\\b)${ACTION}\\bNOT\\s+NULL\\b`, 'i'),
    'the former release writes no value: give it a default',
  ],
  [
    /\bADD\s+CONSTRAINT\b(?![^;]*\bNOT\s+VALID\b)/i,
    'the former release may break it, and it is checked under a lock',
  ],
  [/^REVOKE\b/i, 'the former release may need the right'],
  [
    /^CREATE\s+(UNIQUE\s+)?INDEX\b(?!\s+CONCURRENTLY\b)/i,
    'writers wait while the index of an existing table is built',
  ],
  [/^TRUNCATE\b|^DELETE\s+FROM\b/i, 'removes rows'],
]

/** Splits at semicolons outside quotes and function bodies. */
function statementsOf(sql: string): string[] {
  const pieces = sql.match(/\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|--[^\n]*\n|[^;]|;/g) ?? []
  const statements = ['']
  for (const piece of pieces) {
    if (piece === ';') statements.push('')
    else statements[statements.length - 1] += piece
  }
  return statements.map((each) => each.trim()).filter((each) => withoutComments(each) !== '')
}

const withoutComments = (statement: string) => statement.replace(/--[^\n]*(\n|$)/g, '').trim()
