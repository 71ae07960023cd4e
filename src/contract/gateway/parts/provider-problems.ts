/** Why a sign-in at the OpenID provider failed: the sentence for each code. */
export const providerProblems = {
  provider_down: 'The sign-in provider is not responding. You are not signed in. Try again in a moment.',
  provider_set_up:
    'The sign-in provider and Switchboard are configured differently, so nobody can sign in with it. Send this reference to an administrator.',
  provider_refused: 'The sign-in was cancelled or refused at the provider. You are not signed in. Try again.',
  provider_untrusted: 'The response from the sign-in provider could not be verified. You are not signed in. Try again.',
  sign_in_stale:
    'This sign-in was started in another browser, was already used, or took longer than ten minutes. You are not signed in. Try again.',
  email_not_verified:
    'The sign-in provider has not verified your e-mail address. You are not signed in. Verify the address with the provider, then try again.',
  not_invited:
    'There is no invitation for your e-mail address. You are not signed in. Ask an administrator for an invitation.',
  not_yourself:
    'You signed in with a different account, so this does not confirm your identity. Nothing was changed. Sign in with your own account.',
  operator_disabled:
    'An administrator has disabled your account. You are not signed in. If you need access, ask an administrator.',
} as const
export type ProviderProblem = keyof typeof providerProblems
