/** Active calls: calls in progress (specification 2.8 and 4.7, interface 6 and 7). */
import * as z from 'zod/mini'
import { type CommandInput, endpoint, everyone } from '../shared/endpoint.ts'
import { watched } from '../shared/freshness.ts'
import { digitsOf, type SearchEntry } from '../shared/search-entry.ts'
import { activeCallListSpelling, activeCallSpelling } from '../shared/spelling.ts'
import { anyRecord, booleanOr, count, list, nonBlank, numberOrNull, text, textOrNull, wordOf } from '../shared/wire.ts'
import { TranscriptLine } from './batches.ts'

export const Participant = z.looseObject({
  identity: text,
  isAgent: booleanOr(false),
  metadata: anyRecord,
  joinedAt: text,
})
export type Participant = z.output<typeof Participant>

const activeCall = {
  id: text,
  roomName: text,
  customerPhone: text,
  customerName: textOrNull,
  aiAgentName: text,
  /** Seconds. */
  duration: numberOrNull,
  sentiment: wordOf('positive', 'neutral', 'negative'),
  participants: list(Participant),
}
export const ActiveCall = z.looseObject({ ...activeCall, transcript: list(TranscriptLine) })
export type ActiveCall = z.output<typeof ActiveCall>

/** An entry of the list extension: without the transcript, but with its last line. */
export const ActiveCallSummary = z.looseObject({ ...activeCall, status: text, lastMessage: textOrNull })
export type ActiveCallSummary = z.output<typeof ActiveCallSummary>

const callContent = ['roomName', 'customerPhone', 'participants', 'transcript']
const common = { errorForm: 'general', tier: 'standard', workspace: true } as const
const onCall = ['support', 'admin'] as const
const room = ({ params }: CommandInput) => `room/${params.roomName}`
const succeeded = ({ success, roomName }: { success: boolean; roomName: string }, { params }: CommandInput) =>
  success && roomName === params.roomName

/** The search entry of a call in progress. */
export const entryOfActiveCall = (
  call: Pick<ActiveCall, 'roomName' | 'customerName' | 'customerPhone' | 'aiAgentName'>,
): SearchEntry => ({
  kind: 'call',
  id: call.roomName,
  title: call.customerName || call.customerPhone || call.roomName,
  note: call.aiAgentName,
  digits: digitsOf(call.customerPhone),
})

export const activeCallEndpoints = {
  activeCallShow: endpoint({
    ...common,
    method: 'GET',
    path: '/v2/api/active-calls/{roomName}',
    label: 'Watching calls',
    freshness: watched({ everyMs: 1_500, pollMs: 1_000, attention: 'focus' }),
    searchEntries: (call: ActiveCall) => [entryOfActiveCall(call)],
    summary: 'Live details of a call in progress: participants, transcript, sentiment.',
    section: 'specification 4.7',
    about: { is: { param: 'roomName', in: ['roomName'] }, contentFields: callContent },
    response: ActiveCall,
    normalize: activeCallSpelling,
    roles: everyone,
    effect: null,
  }),
  activeCallList: endpoint({
    ...common,
    method: 'GET',
    path: '/v2/api/active-calls',
    label: 'Watching calls',
    freshness: watched({ everyMs: 2_000, pollMs: 2_000 }),
    searchEntries: ({ data }: { data: ActiveCall[] }) => data.map(entryOfActiveCall),
    summary: 'All calls in progress, without their transcripts.',
    section: 'interface 7',
    about: { list: 'data', contentFields: callContent },
    response: z.looseObject({ data: z.array(ActiveCallSummary), count, timestamp: text }),
    normalize: activeCallListSpelling,
    roles: everyone,
    effect: null,
    extension: 'active-calls',
  }),
  activeCallEnd: endpoint({
    ...common,
    method: 'POST',
    path: '/v2/api/active-calls/{roomName}/end-call',
    label: 'Ending calls',
    done: 'Ended a call',
    unknownOutcome: 'a call was ended',
    invalidates: ['liveCallList', 'activeCallShow', 'activeCallList', 'callHistory'],
    summary: 'End a call in progress.',
    section: 'interface 7',
    response: z.looseObject({ success: booleanOr(false), message: text, roomName: text, endTime: text }),
    roles: onCall,
    effect: { target: (sent) => `${room(sent)}/end`, confirms: succeeded, repeatable: true, endsCalls: true },
    extension: 'active-calls',
  }),
  activeCallTakeOver: endpoint({
    ...common,
    method: 'POST',
    path: '/v2/api/active-calls/{roomName}/remove-agent',
    label: 'Taking over calls',
    done: 'Took over a call',
    unknownOutcome: 'a call was taken over',
    invalidates: ['activeCallShow', 'activeCallList'],
    summary: 'Mute the agent, so that a person can speak.',
    section: 'interface 7',
    body: z.strictObject({ participantIdentity: nonBlank }),
    response: z.looseObject({ success: booleanOr(false), message: text, roomName: text, mutedTracks: count }),
    roles: onCall,
    effect: { target: (sent) => `${room(sent)}/take-over`, confirms: succeeded, repeatable: true },
    extension: 'active-calls',
  }),
}
