/** The rules of a workspace about whom it calls and when. The gateway enforces them at every start. */
import * as z from 'zod/mini'
import { endpoint, everyone } from '../shared/endpoint.ts'
import { ofGateway } from './endpoint-parts.ts'

const mostContacts = 100
const contacts = z.int().check(z.gte(1), z.lte(mostContacts))

/** How often batches and calls may call one person. */
export const ContactLimits = z.strictObject({
  /** In any 24 hours. */
  perDay: contacts,
  /** In any 7 days. */
  perWeek: contacts,
})
export type ContactLimits = z.output<typeof ContactLimits>

export const CallingRules = z.strictObject({ limits: ContactLimits })
export type CallingRules = z.output<typeof CallingRules>

/** The rules of a workspace whose administrators changed none. */
export const usualCallingRules: CallingRules = { limits: { perDay: 1, perWeek: 3 } }

const ofRules = { ...ofGateway, path: '/gateway/calling-rules', response: CallingRules } as const

export const callingRuleEndpoints = {
  callingRulesShow: endpoint({
    ...ofRules,
    method: 'GET',
    roles: everyone,
    summary: 'The rules of this workspace about whom it calls and when.',
  }),
  callingRulesChange: endpoint({
    ...ofRules,
    method: 'PUT',
    roles: ['admin'],
    summary: 'Change some of the rules; those that are left out stay.',
    body: z.partial(CallingRules),
  }),
}
