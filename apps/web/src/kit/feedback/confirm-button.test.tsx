import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ApiError } from '../../net/api-error.ts'
import { useWrite } from '../form/use-write.ts'
import { ConfirmButton } from './confirm-button.tsx'

const user = userEvent.setup()
let replies: (() => Promise<void>)[]

function EndButton() {
  const write = useWrite({ run: () => replies.shift()?.() ?? Promise.resolve(), showsError: true })
  return (
    <ConfirmButton title="End it?" message="It ends." yes="End it" no="Keep it" write={write}>
      End
    </ConfirmButton>
  )
}

test('runs the action after its confirmation, and shows a refusal in the dialog', async () => {
  const refusal = new ApiError(409, { code: 'x', detail: 'It has ended already.' })
  replies = [() => Promise.reject(refusal), () => Promise.resolve()]
  render(<EndButton />)
  await user.click(screen.getByRole('button', { name: 'End' }))
  const yes = await screen.findByRole('button', { name: 'End it', hidden: true })
  expect(replies).toHaveLength(2)
  await user.click(yes)
  await screen.findByText('It has ended already.')
  await user.click(yes)
  expect(replies).toHaveLength(0)
  expect(screen.queryByText('It has ended already.')).toBeNull()
})
