import { TABLES } from '@backoffice/contract/tables/tables'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/use-test-database.ts'

const database = useTestDatabase()

/** Columns with a CHECK without a length. */
const WITHOUT_LENGTH = ['cutoff_time']

test.each(TABLES.map((table) => [table.name, table] as const))(
  '%s: columns accept the length of their fields',
  async (name, { fields }) => {
    const { rows } = await database.client.query<{ column: string; checks: string }>(
      `SELECT attname AS column, string_agg(pg_get_constraintdef(c.oid), ' ') AS checks
       FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND c.conkey = ARRAY[a.attnum]
       WHERE c.conrelid = $1::regclass AND c.contype = 'c' GROUP BY attname`,
      [name],
    )
    const found = rows.map(({ column, checks }) => {
      // `~ '^[0-9A-Z]{2,6}$'` or `length(…) <= 60`
      const lengths = [...checks.matchAll(/\{(?:\d+,)?(\d+)\}|length\(\w+\) <= (\d+)/g)]
      return [column, Math.max(...lengths.map(([, inPattern, most]) => Number(inPattern ?? most)))]
    })
    const limited = Object.entries(fields).filter(
      ([column, { type, place }]) =>
        (place || type === 'text' || type === 'code') && !WITHOUT_LENGTH.includes(column),
    )
    expect(Object.fromEntries(found)).toMatchObject(
      Object.fromEntries(limited.map(([column, { max }]) => [column, max])),
    )
  },
)
