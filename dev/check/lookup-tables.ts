import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RESOURCES } from '@backoffice/contract/access'
import { api } from '@backoffice/contract/api'
import { BUILT_SCREENS } from '@backoffice/contract/screens'
import type { TableDeclaration } from '@backoffice/contract/table'
import { TABLES } from '@backoffice/contract/tables/tables'
import { root } from './source-files.ts'

const ACTIONS = ['view', 'create', 'update', 'delete', 'import', 'export']
/** One action in place of three. */
const UPSERT_ACTIONS = ['view', 'upsert', 'import', 'export']

/** What `docs/lookup-tables.md` asks for and a declared table does not have. */
export function findIncompleteTables(): string[] {
  return [
    ...undeclared(),
    ...TABLES.flatMap((table) => missingOf(table).map((what) => `${table.name}: ${what}`)),
  ]
}

/** Declarations that are in no list of tables. */
function undeclared(): string[] {
  const listed = read('packages/contract/src/tables/tables.ts')
  return (
    globSync('packages/contract/src/tables/*.ts', { cwd: root })
      .map((file) => file.replace(/.*\/|\.ts$/g, ''))
      // What is no table itself.
      .filter((name) => !['tables', 'headers', 'source-systems'].includes(name))
      .filter((name) => !listed.includes(`'./${name}.ts'`))
      .map((name) => `${name}: not listed in packages/contract/src/tables/tables.ts`)
  )
}

// As a widened list: the declared paths are no part of its type until their screens are built.
const SCREENS: readonly { path: string }[] = BUILT_SCREENS

function missingOf({ name, path, resource }: TableDeclaration): string[] {
  const route = `apps/web/src/routes/_app/${path.slice(1).replaceAll('/', '.')}`
  const found: [what: string, isThere: boolean][] = [
    [
      'no migration creates the table',
      anyHas('apps/server/src/db/migrations/*.sql', `CREATE TABLE ${name} (`),
    ],
    [
      `${resource} lacks actions of a table`,
      [ACTIONS, UPSERT_ACTIONS].some((all) => all.every((each) => actionsOf(resource).includes(each))),
    ],
    ['no endpoints in the API', Object.keys(api).includes(name)],
    [
      `no server data: lookup-tables/tables/${name}.ts`,
      has(`apps/server/src/resources/lookup-tables/tables/${name}.ts`),
    ],
    ['no demo rows', has(`apps/server/src/demo/tables/${name.replaceAll('_', '-')}.ts`)],
    ...[path, `${path}/create`, `${path}/{id}`].map((screen): [string, boolean] => [
      `no built screen at ${screen}`,
      SCREENS.some((each) => each.path === screen),
    ]),
    ['not in the navigation', SCREENS.some((each) => each.path === path && 'group' in each)],
    ...['', '.create', '.$id'].map((part): [string, boolean] => [
      `no route ${route}${part}.tsx`,
      has(`${route}${part}.tsx`),
    ]),
    ['no browser test walks it', anyHas('e2e/tests/*.spec.ts', `walkTable(${camelCase(name)})`)],
  ]
  return found.flatMap(([what, isThere]) => (isThere ? [] : [what]))
}

/** `company_groups` as `companyGroups`. */
const camelCase = (name: string) => name.replace(/_./g, (part) => part.charAt(1).toUpperCase())
const actionsOf = (resource: keyof typeof RESOURCES): readonly string[] => RESOURCES[resource].actions
const has = (file: string) => existsSync(join(root, file))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const anyHas = (pattern: string, text: string) =>
  globSync(pattern, { cwd: root }).some((file) => read(file).includes(text))
