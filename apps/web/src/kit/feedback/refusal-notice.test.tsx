import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../net/api-error.ts'
import { show, testServer } from '../../testing/screen.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { useRuleForm } from '../form/use-rule-form.ts'
import { useWrite } from '../form/use-write.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { setAccessRequest } from './refusal-notice.tsx'

testServer()
const user = userEvent.setup()
const DENIED = { code: 'forbidden', detail: 'You may not end it.' }
const denied = new ApiError(403, { ...DENIED, missing: ['user:update-status'] })
const refused = new ApiError(409, { code: 'ended', detail: 'It has ended already.' })

function EndForm({ errors }: { errors: unknown[] }) {
  const form = useRuleForm({
    fields: { reason: { label: 'Reason' } },
    values: { reason: '' },
    submit: async () => {
      throw errors.shift()
    },
  })
  return (
    <FormDialog form={form} title="End it?" message="It ends." yes="End it" onClose={() => undefined}>
      <TextField {...form.field('reason')} />
    </FormDialog>
  )
}

function EndButton({ errors }: { errors: unknown[] }) {
  const write = useWrite({ run: () => Promise.reject(errors.shift()), showsError: true })
  return (
    <ConfirmButton title="End it?" message="It ends." yes="End it" write={write}>
      End
    </ConfirmButton>
  )
}

test.each([
  ['form', 'dialog', EndForm],
  ['confirmation', 'alertdialog', EndButton],
] as const)('a missing permission can be requested from a %s, other refusals not', async (_, role, Part) => {
  const requested = vi.fn()
  setAccessRequest(requested)
  const errors = [denied, refused]
  await show('/', () => <Part errors={errors} />)
  if (role === 'alertdialog') await user.click(screen.getByRole('button', { name: 'End' }))
  const dialog = await screen.findByRole(role, { name: 'End it?' })
  const button = (name: string) => within(dialog).queryByRole('button', { name, hidden: true })
  const send = async () => user.click(await within(dialog).findByRole('button', { name: 'End it' }))
  await send()
  const alert = await within(dialog).findByRole('alert')
  expect(alert.textContent).toContain('You may not end it.')
  await user.click(within(alert).getByRole('button', { name: 'Request access' }))
  expect(requested).toHaveBeenCalledExactlyOnceWith('user:update-status')
  await send()
  await within(dialog).findByText('It has ended already.')
  expect(button('Request access')).toBeNull()
})
