import { expect, it } from 'vitest'
import { removePasskeyEffect } from './texts.tsx'

it.each([
  [{ hasPassword: true, hasProvider: false, passkeys: 1 }, 'Their password still does.'],
  [{ hasPassword: false, hasProvider: true, passkeys: 1 }, 'Their sign-in provider still does.'],
  [{ hasPassword: false, hasProvider: false, passkeys: 3 }, 'Their other passkeys still do.'],
  [{ hasPassword: true, hasProvider: false, passkeys: 2 }, 'Their password and other passkey still do.'],
  [
    { hasPassword: true, hasProvider: true, passkeys: 3 },
    'Their password, sign-in provider and other passkeys still do.',
  ],
  [
    { hasPassword: false, hasProvider: false, passkeys: 1 },
    'They then cannot sign in. Make a link for a new password.',
  ],
])('the removal of a passkey says what still signs the operator in: %o', (ways, sentence) => {
  expect(removePasskeyEffect('Ben', ways)).toBe(`It no longer signs Ben in. ${sentence}`)
})
