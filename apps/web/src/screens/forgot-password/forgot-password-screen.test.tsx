import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../dom-tests/axe.ts'
import { description } from '../../dom-tests/description.ts'
import { EMAIL, testProvider } from '../../dom-tests/provider.ts'
import { testServer } from '../../dom-tests/screen.tsx'
import type { NavigationState } from '../../public/navigation.ts'
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
