/** Requests for the session, accounts, operators and open sessions. */
import { admins, everyone, type Requests } from '../shared/endpoint.ts'
import { onDemand, polled } from '../shared/freshness.ts'
import { patch, post, read, readFile, remove } from '../shared/requests.ts'

export const signInRequests = {
  sessionShow: read('/gateway/session', 'Signing in', 'public', onDemand(5)),
  sessionSwitch: post('/gateway/session/switch', 'Switching users', 'public', {
    invalidates: ['sessionShow', 'savedViewList'],
  }),
  signIn: post('/gateway/session/sign-in', 'Signing in', 'public', { invalidates: ['sessionShow'], done: 'Signed in' }),
  signOut: post('/gateway/session/sign-out', 'Signing out', 'public', {
    invalidates: ['sessionShow'],
    done: 'Signed out',
  }),
  linkCheck: post('/gateway/session/link/check', 'Checking a link', 'public', { invalidates: [] }),
  linkUse: post('/gateway/session/link', 'Accepting an invitation', 'public', {
    invalidates: ['sessionShow'],
    done: 'Accepted an invitation',
  }),
  providerSignIn: post('/gateway/session/provider', 'Signing in', 'public', {
    invalidates: [],
    done: 'Signed in with the identity provider',
  }),
  providerReturn: readFile('/gateway/session/provider/return', 'Signing in', 'public', null),

  accountShow: read('/gateway/account', 'Viewing your account', everyone, onDemand(5)),
  accountUpdate: patch('/gateway/account', 'Changing your account', everyone, {
    invalidates: ['accountShow', 'sessionShow', 'operatorList'],
    done: 'Changed their account',
  }),
  passwordChange: post('/gateway/account/password', 'Changing your password', everyone, {
    invalidates: ['openSessionList'],
    done: 'Changed their password',
  }),
  ownNumberAdd: post('/gateway/account/numbers', 'Saving your own numbers', everyone, {
    invalidates: ['accountShow', 'operatorShow'],
    done: 'Saved one of their own numbers',
  }),
  ownNumberRemove: remove('/gateway/account/numbers/{numberId}', 'Saving your own numbers', everyone, {
    invalidates: ['accountShow', 'operatorShow'],
    done: 'Removed one of their own numbers',
  }),
  operatorNumberConfirm: post(
    '/gateway/operators/{operatorId}/numbers/{numberId}/confirm',
    'Managing operators',
    admins,
    { invalidates: ['operatorShow', 'accountShow'], done: 'Confirmed an operator’s own number' },
  ),
  operatorNumberRemove: remove('/gateway/operators/{operatorId}/numbers/{numberId}', 'Managing operators', admins, {
    invalidates: ['operatorShow', 'accountShow'],
    done: 'Removed an operator’s own number',
  }),
  operatorTie: post('/gateway/operators/{operatorId}/ties', 'Managing operators', admins, {
    invalidates: ['operatorShow', 'approvalList', 'approvalShow', 'reviewQueue'],
    done: 'Tied two accounts of one person',
  }),
  operatorUntie: remove('/gateway/operators/{operatorId}/ties', 'Managing operators', admins, {
    invalidates: ['operatorShow', 'approvalList', 'approvalShow', 'reviewQueue'],
    done: 'Untied an account from the other accounts of a person',
  }),
  passkeyOptions: post('/gateway/account/passkeys/options', 'Adding passkeys', everyone, { invalidates: [] }),
  passkeyAdd: post('/gateway/account/passkeys', 'Adding passkeys', everyone, {
    invalidates: ['accountShow', 'operatorShow'],
    done: 'Added a passkey',
  }),
  passkeyRemove: remove('/gateway/account/passkeys/{passkeyId}', 'Removing passkeys', everyone, {
    invalidates: ['accountShow', 'operatorShow'],
    done: 'Removed a passkey',
  }),
  passkeySignInOptions: post('/gateway/session/passkey/options', 'Signing in', 'public', { invalidates: [] }),
  passkeySignIn: post('/gateway/session/passkey', 'Signing in', 'public', {
    invalidates: ['sessionShow'],
    done: 'Signed in with a passkey',
  }),
  passwordLinkCheck: post('/gateway/session/password/check', 'Checking a link', 'public', { invalidates: [] }),
  passwordReset: post('/gateway/session/password', 'Choosing a new password', 'public', {
    invalidates: ['sessionShow'],
    done: 'Chose a new password with a link',
  }),
  operatorShow: read('/gateway/operators/{operatorId}', 'Managing operators', admins, polled(5)),
  operatorPasskeyRemove: post(
    '/gateway/operators/{operatorId}/passkeys/{passkeyId}/remove',
    'Managing operators',
    admins,
    { invalidates: ['operatorShow', 'operatorSessionList', 'accountShow'], done: 'Removed a passkey of an operator' },
  ),
  passwordLinkMake: post('/gateway/operators/{operatorId}/password-link', 'Managing operators', admins, {
    invalidates: ['operatorShow'],
    done: 'Made a link for a new password',
  }),
  passwordLinkWithdraw: remove('/gateway/operators/{operatorId}/password-link', 'Managing operators', admins, {
    invalidates: ['operatorShow'],
    done: 'Withdrew a link for a new password',
  }),

  openSessionList: read('/gateway/sessions', 'Viewing sessions', everyone, polled(5)),
  openSessionEnd: remove('/gateway/sessions/{sessionId}', 'Ending sessions', everyone, {
    invalidates: ['openSessionList'],
    done: 'Ended one of their own sessions',
  }),
  otherSessionsEnd: remove('/gateway/sessions', 'Ending sessions', everyone, {
    invalidates: ['openSessionList'],
    done: 'Ended all their other sessions',
  }),
  operatorSessionList: read('/gateway/operators/{operatorId}/sessions', 'Viewing sessions', admins, polled(5)),
  operatorSessionEnd: remove('/gateway/operators/{operatorId}/sessions/{sessionId}', 'Ending sessions', admins, {
    invalidates: ['operatorSessionList', 'openSessionList'],
    done: 'Ended an operator’s session',
  }),
  operatorSessionsEnd: remove('/gateway/operators/{operatorId}/sessions', 'Ending sessions', admins, {
    invalidates: ['operatorSessionList', 'openSessionList'],
    done: 'Ended all of an operator’s sessions',
  }),
} as const satisfies Requests
