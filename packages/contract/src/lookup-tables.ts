import type { Permission } from './access.ts'
import { addresses } from './endpoint.ts'
import type { ListQuery } from './list.ts'
import type { tableSchemas } from './lookup-tables.schemas.ts'
import type { optionsSchemas } from './options.schemas.ts'
import { type OptionTable, type TableDeclaration, type TableRow, tablePermission } from './table.ts'

/** Endpoints of a lookup table: `POST lookup/{table}` lists; other actions append a verb. */
export function tableEndpoints<const D extends TableDeclaration>(table: D) {
  const path: TableDeclaration['path'] = table.path
  const may = <A extends Parameters<typeof tablePermission>[1]>(action: A) => tablePermission(table, action)
  return addresses<ReturnType<typeof tableSchemas<D>>>('operations')({
    /** Some tables list by GET, with the same names in the query string (see `listInput`). */
    list: { method: table.listedBy ?? 'POST', path, access: may('view'), effect: 'read' },
    get: { method: 'GET', path: `${path}/:id`, access: may('view'), effect: 'read' },
    uses: { method: 'POST', path: `${path}/uses`, access: may('view'), effect: 'read' },
    create: { method: 'POST', path: `${path}/create`, access: may('create'), effect: 'write' },
    update: { method: 'POST', path: `${path}/update`, access: may('update'), effect: 'write' },
    delete: { method: 'POST', path: `${path}/delete`, access: may('delete'), effect: 'write' },
    restore: { method: 'POST', path: `${path}/restore`, access: may('delete'), effect: 'write' },
    all: {
      method: 'POST',
      path: `${path}/all`,
      access: { anyOf: [may('update'), may('delete')] },
      effect: 'write',
    },
    import: { method: 'POST', path: `${path}/import`, access: may('import'), effect: 'write' },
    export: { method: 'POST', path: `${path}/export`, access: may('export'), effect: 'write' },
    template: { method: 'GET', path: `${path}/template`, access: may('import'), effect: 'read' },
  })
}

export type TableEndpoints<D extends TableDeclaration = TableDeclaration> = ReturnType<
  typeof tableEndpoints<D>
>
export type RowOf<E extends TableEndpoints> = E extends TableEndpoints<infer D> ? TableRow<D> : never

/** Input of a table's list call. */
export function listInput({ listedBy }: TableDeclaration, query: ListQuery) {
  return listedBy === 'GET' ? { query } : { body: query }
}

/** Codes and names to choose from. */
export function optionsEndpoint(table: OptionTable, access: readonly [Permission, ...Permission[]]) {
  return addresses<{ options: ReturnType<typeof optionsSchemas> }>('operations')({
    options: { method: 'POST', path: `/${table}/options`, access: { anyOf: access }, effect: 'read' },
  }).options
}
