/** The gateway's endpoints for an operator's own account. */
import * as z from 'zod/mini'
import { endpoint, everyone } from '../../shared/endpoint.ts'
import { onDemand } from '../../shared/freshness.ts'
import { emailAddress, nonBlankUpTo } from '../../shared/wire.ts'
import { ofGateway } from './endpoint-parts.ts'
import { enteredPassword, newPassword, ownPassword } from './passwords.ts'

export const Account = z.object({
  name: z.string(),
  /** '' for a demo operator. */
  email: z.string(),
  hasPassword: z.boolean(),
  /** An account at the OpenID provider is linked. */
  hasProvider: z.boolean(),
})
export type Account = z.output<typeof Account>

export const accountEndpoints = {
  accountShow: endpoint({
    ...ofGateway,
    method: 'GET',
    path: '/gateway/account',
    label: 'Viewing your account',
    freshness: onDemand(5),
    summary: 'Your own name and e-mail address, and how you can sign in.',
    roles: everyone,
    response: Account,
  }),
  accountUpdate: endpoint({
    ...ofGateway,
    method: 'PATCH',
    path: '/gateway/account',
    label: 'Changing your account',
    done: 'Changed their account',
    invalidates: ['accountShow', 'sessionShow', 'operatorList'],
    summary: 'Change your own name or e-mail address. The e-mail address needs your password.',
    roles: everyone,
    body: z.strictObject({
      name: z.optional(nonBlankUpTo(200)),
      email: z.optional(emailAddress),
      password: ownPassword,
    }),
    response: Account,
  }),
  passwordChange: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/account/password',
    label: 'Changing your password',
    done: 'Changed their password',
    invalidates: ['openSessionList'],
    summary: 'Change your own password. All your other sessions end.',
    roles: everyone,
    body: z.strictObject({ current: enteredPassword, password: newPassword }),
    /** `ended`: the number of other sessions that ended. */
    response: z.object({ ended: z.number() }),
  }),
}
