/** Send Call and the history of calls (specification 2.3 and 4.3, interface 7). */
import * as z from 'zod/mini'
import { serviceCallRequests } from '../requests/service-calls.ts'
import { endpoint } from '../shared/endpoint.ts'
import { paged, pageQuery } from '../shared/paging.ts'
import { confirmationSpelling, historySpelling, listSpelling } from '../shared/spelling.ts'
import { isoText, part, secondsOrNull, text, textOrNull, wordOf } from '../shared/wire.ts'

export const Call = z.looseObject({
  /** "success" if the call was initiated; any other value leaves the outcome unknown. */
  status: wordOf('success'),
  callId: text,
  roomName: text,
  fromNumber: text,
  toNumber: text,
  agent: part(
    z.looseObject({
      id: text,
      name: text,
      model: text,
      voice: part(z.looseObject({ provider: text, voiceId: text })),
    }),
  ),
})
export type Call = z.output<typeof Call>

/** A past or current call, as the history extension lists it. Shows how often a number was actually dialled. */
export const PastCall = z.looseObject({
  callId: text,
  roomName: text,
  agentId: textOrNull,
  batchId: textOrNull,
  jobId: textOrNull,
  fromNumber: text,
  toNumber: text,
  status: wordOf('active', 'completed', 'failed'),
  /** Why it ended: completed · busy · no_answer · voicemail · failed. */
  outcome: textOrNull,
  startedAt: isoText,
  endedAt: textOrNull,
  duration: secondsOrNull,
})
export type PastCall = z.output<typeof PastCall>

export const callEndpoints = {
  callSend: endpoint(serviceCallRequests.callSend, {
    summary: 'Start an outbound call using an agent.',
    section: 'specification 4.3',
    // The handler checks both, because they have codes of their own: an agent with a malformed ID does not exist.
    body: z.strictObject({ agentId: z.string(), toNumber: z.string() }),
    response: Call,
    normalize: confirmationSpelling,
    errorForm: 'sendCall',
    tier: 'standard',
    workspace: false,
    effect: {
      target: ({ body }) => {
        const { agentId, toNumber } = body as { agentId: string; toNumber: string }
        return `call/${agentId}/${toNumber}`
      },
      confirms: ({ status, callId, roomName }: Call) => status === 'success' && (callId !== '' || roomName !== ''),
    },
    through: 'callPlace',
  }),
  callHistory: endpoint(serviceCallRequests.callHistory, {
    searchEntries: null,
    summary: 'Calls of the past and present, newest first.',
    section: 'interface 7',
    query: z.strictObject({
      ...pageQuery,
      agentId: z.optional(z.string()),
      batchId: z.optional(z.string()),
      status: z.optional(z.string()),
      search: z.optional(z.string()),
    }),
    about: { list: 'calls', contentFields: ['callId', 'roomName', 'toNumber'] },
    response: paged('calls', PastCall),
    normalize: listSpelling('calls', historySpelling),
    errorForm: 'general',
    tier: 'data-read',
    workspace: true,
    extension: 'history',
  }),
}
