import { placesBelow } from '@backoffice/contract/places'
import { checkField } from '@backoffice/contract/rules/check'
import { type TableDeclaration, writtenFields } from '@backoffice/contract/table'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { CreateScreen } from '../../kit/record/create-screen.tsx'
import { RecordScreen } from '../../kit/record/record-screen.tsx'
import { inputOf, shownValue } from '../../kit/record/rows.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { show, shownAddress, testServer } from '../../testing/screen.tsx'
import { LookupScreen } from './lookup-screen.tsx'
import { LOOKUP_LISTS } from './table-columns.tsx'

const ID = '01900000-0000-7000-8000-000000000001'
const REFERRED = { code: 'R123', name: 'Referred to', in_force: true }

const server = testServer()
const user = userEvent.setup()
const region = () => screen.getByRole('form')
const input = (label: string) =>
  within(region()).getByLabelText<HTMLInputElement>(label, { selector: 'input, select' })
const click = (name: string) => user.click(within(region()).getByText(name, { selector: 'button' }))
const sent = (path: string) => server.calls.filter((each) => each.path === path).map(({ body }) => body)

beforeEach(() => {
  for (const referred of ['lookup/company_group', 'glass/transaction_code', 'glass/payment_method'])
    server.replies[`POST /${referred}/options`] = () => ({ body: { resource: { items: [REFERRED] } } })
  server.replies['POST /glass/establishment/options'] = () => ({ body: { resource: { items: [REFERRED] } } })
})

/** A valid text for each field of a form; empty for optional ones. */
async function validTexts(table: TableDeclaration): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const [name, field] of Object.entries(writtenFields(table))) {
    const { optional, options, reference, place, type, label, rules, max } = field
    if (optional) texts[name] = ''
    else if (place) texts[name] = placesBelow(place.map((each) => texts[each] ?? ''))[0] ?? ''
    else if (reference) texts[name] = REFERRED.code
    else if (options) texts[name] = Object.keys(options).at(-1) ?? ''
    else
      for (const text of ['Sample', 'ABC1', '12.50', '1234', '123456', '12:30', '7']) {
        const typed = type === 'code' ? text.toUpperCase() : text
        if (typed.length <= max && !(await checkField(typed, rules, { name, label }))) texts[name] ??= typed
      }
  }
  return texts
}

async function fill(table: TableDeclaration, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, { label, options, reference, place }] of Object.entries(writtenFields(table))) {
    const text = texts[name] ?? ''
    if (text === '') continue
    if (options) await user.selectOptions(input(label), text)
    else if (reference || place) {
      await user.click(input(label))
      const option = reference ? `${REFERRED.code} ${REFERRED.name}` : text
      await user.click(await screen.findByText(option, { selector: '[role=option] *, [role=option]' }))
    } else {
      await user.clear(input(label))
      await user.type(input(label), text)
    }
  }
}

const rowOf = (table: TableDeclaration, texts: Readonly<Record<string, string>>) => ({
  ...inputOf(table, texts),
  ...{ id: ID, version: 2, in_use_since: null },
  ...{ created_at: '2026-11-20T08:00:00Z', created_by: 'Benito Cruz' },
  ...{ updated_at: '2026-11-24T08:00:00Z', updated_by: 'Benito Cruz' },
})

describe.each(LOOKUP_LISTS.map((list) => [list.table.title, list] as const))('%s', (_, list) => {
  const { table } = list

  test('creates a row with the entered values, after the first invalid field was focused', async () => {
    const texts = await validTexts(table)
    expect(
      Object.entries(texts).filter(([name, text]) => !text && !writtenFields(table)[name]?.optional),
    ).toEqual([])
    server.replies[`POST ${table.path}/create`] = () => ({ body: { resource: rowOf(table, texts) } })
    const place = await show(`${table.path}/create`, () => <CreateScreen table={table} />)
    await click('Save')
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(document.body)
    await fill(table, texts)
    await click('Save')
    await waitFor(() => expect(place()).toBe(table.path))
    expect(sent(`${table.path}/create`)).toEqual([inputOf(table, texts)])
  })

  test('shows a row in its list, with a menu', async () => {
    const texts = await validTexts(table)
    const row = rowOf(table, texts)
    server.replies[`POST ${table.path}`] = () => ({
      body: { resource: { items: [row], total: 1, total_estimated: false, page: 1, page_size: 25 } },
    })
    await show(table.path, () => <LookupScreen list={list} />)
    const shown = await waitFor(() => {
      const found = document.querySelector<HTMLElement>(`tr[data-id="${ID}"]`)
      if (!found) throw new Error('The row is missing.')
      return found
    })
    for (const [name, field] of Object.entries(table.fields))
      if (list.columns.some((column) => column.field === name && !column.hidden))
        expect(shown.textContent).toContain(shownValue(field, texts[name] ?? '').replace('empty', '—'))
    expect(shown.textContent).not.toContain('null')

    await user.click(within(shown).getByRole('button', { name: /^Actions of/ }))
    const other = texts.status === 'ACTIVE' ? 'Deactivate' : 'Activate'
    expect(await screen.findByRole('menuitem', { name: other })).toBeDefined()
    await user.click(screen.getByRole('menuitem', { name: 'Duplicate' }))
    await waitFor(() => expect(shownAddress()).toBe(`${table.path}/create?from=${ID}`))
  })

  test('shows the values of a row, and saves the changed field alone', async () => {
    const texts = await validTexts(table)
    const row = rowOf(table, texts)
    server.replies[`GET ${table.path}/${ID}`] = () => ({ body: { resource: row } })
    server.replies[`POST ${table.path}/update`] = () => ({
      body: { resource: { items: [{ id: ID, outcome: 'done', row: { ...row, version: 3 } }] } },
    })
    const place = await show(`${table.path}/${ID}`, () => <RecordScreen table={table} id={ID} />)
    await screen.findByRole('form')
    for (const [name, { label, reference, requiredWhen }] of Object.entries(writtenFields(table))) {
      const text = texts[name] ?? ''
      if (requiredWhen && text === '') continue
      expect([name, input(label).value]).toEqual([name, reference ? `${text} ${REFERRED.name}` : text])
    }
    await user.type(input('Effective to'), '2031-12-31')
    await click('Save')
    await waitFor(() => expect(place()).toBe(table.path))
    expect(sent(`${table.path}/update`)).toEqual([
      { items: [{ id: ID, version: 2, effective_to: '2031-12-31' }] },
    ])
  })
})
