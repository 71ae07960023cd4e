/** Why a sign-in at the OpenID provider failed: the sentence for each code. */
export const providerProblems = {
  provider_down: 'The sign-in provider is not answering. You are not signed in. Try again in a moment.',
  provider_set_up:
    'The sign-in provider and Switchboard are set up differently, so nobody can sign in there. Tell an administrator this reference.',
  provider_refused: 'The sign-in provider did not let you in. You are not signed in. Begin again when you are ready.',
  provider_untrusted: 'What the sign-in provider said could not be verified. You are not signed in. Begin again.',
  sign_in_stale:
    'This sign-in was not begun in this browser, was used before, or took longer than ten minutes. You are not signed in. Begin again.',
  email_not_verified:
    'The sign-in provider has not verified your e-mail address. You are not signed in. Verify it there, then begin again.',
  not_invited: 'No administrator has invited your e-mail address. You are not signed in. Ask one for an invitation.',
  not_yourself:
    'Somebody else signed in at the provider, so this does not confirm that it is you. Nothing was changed. Confirm with your own account.',
  operator_disabled: 'An administrator has disabled your account. You are not signed in.',
} as const
export type ProviderProblem = keyof typeof providerProblems
