import { expect, test } from 'vitest'
import { breakingStatements } from './expand-only.ts'
import { LAST_RELEASE } from './last-release.ts'
import { migrationNames, readMigration } from './migrate.ts'

test('the migrations since the last release leave its processes working', async () => {
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
  // The body of a function ends no statement.
  "CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $$ SELECT 'a;'; $$; DROP FUNCTION g",
])('refused: %s', (statement) => {
  expect(breakingStatements(`-- A comment; of the file.\n${statement};`)).toHaveLength(1)
  expect(breakingStatements(`-- breaks the former release: nothing uses it any more\n${statement};`)).toEqual(
    statement.startsWith('CREATE FUNCTION') ? [expect.stringContaining('DROP FUNCTION g')] : [],
  )
})

test.each([
  "ALTER TABLE files ADD COLUMN a text NOT NULL DEFAULT 'x', ADD COLUMN b int",
  'CREATE TABLE t (a int NOT NULL); CREATE INDEX t_a ON t (a); ALTER TABLE t ADD CONSTRAINT c CHECK (a > 0)',
  'ALTER TABLE files ADD CONSTRAINT small CHECK (size < 10) NOT VALID',
  "INSERT INTO t VALUES ('DROP TABLE files; '); GRANT SELECT ON files TO backoffice_app",
  'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM files; $$',
])('allowed: %s', (sql) => {
  expect(breakingStatements(sql)).toEqual([])
})
