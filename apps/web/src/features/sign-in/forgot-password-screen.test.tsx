import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { NavigationState } from '../../boot/navigation.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { description } from '../../testing/description.ts'
import { EMAIL, testProvider } from '../../testing/provider.ts'
import { testServer } from '../../testing/screen.tsx'
import { ForgotPasswordScreen } from './forgot-password-screen.tsx'

testServer()
const provider = testProvider()
const user = userEvent.setup()

test('requires an email, and an unknown user gets the same next step', async () => {
  const shown: [path: string, state: NavigationState][] = []
  const navigation = {
    state: {},
    setNextState: () => undefined,
    navigate: async (...next: [string, NavigationState]) => void shown.push(next),
  }
  render(<ForgotPasswordScreen navigation={navigation} />)
  const email = screen.getByLabelText('Email')
  const send = () => user.click(screen.getByRole('button', { name: 'Send code' }))
  await send()
  await waitFor(() => expect(description(email)).toBe('Username cannot be empty'))
  await expectAccessible(document.body)
  await user.type(email, EMAIL)
  provider.replies.ForgotPassword = () => ({ CodeDeliveryDetails: { Destination: 'a***@e***' } })
  await send()
  await waitFor(() => expect(shown).toHaveLength(1))
  provider.replies.ForgotPassword = () => ({ refusal: 'UserNotFoundException' })
  await send()
  await waitFor(() => expect(shown).toHaveLength(2))
  const next = ['/reset', { email: EMAIL, codeSentTo: 'a***@e***' }]
  expect(shown).toEqual([next, next])
})
