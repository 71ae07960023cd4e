/** Active calls: calls in progress (specification 2.8 and 4.7, interface 6 and 7). */
import * as z from 'zod/mini'
import { serviceCallRequests } from '../requests/service-calls.ts'
import { type CommandInput, endpoint } from '../shared/endpoint.ts'
import { searchEntry } from '../shared/search-entry.ts'
import { activeCallListSpelling, activeCallSpelling } from '../shared/spelling.ts'
import { anyRecord, booleanOr, count, list, nonBlank, secondsOrNull, text, textOrNull, wordOf } from '../shared/wire.ts'
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
  duration: secondsOrNull,
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
const room = ({ params }: CommandInput) => `room/${params.roomName}`
const succeeded = ({ success, roomName }: { success: boolean; roomName: string }, { params }: CommandInput) =>
  success && roomName === params.roomName

/** The search entry of a call in progress. */
export const entryOfActiveCall = (
  call: Pick<ActiveCall, 'roomName' | 'customerName' | 'customerPhone' | 'aiAgentName'>,
) =>
  searchEntry(
    'call',
    call.roomName,
    call.customerName || call.customerPhone || call.roomName,
    call.aiAgentName,
    call.customerPhone,
  )

export const activeCallEndpoints = {
  activeCallShow: endpoint(serviceCallRequests.activeCallShow, {
    ...common,
    searchEntries: (call: ActiveCall) => [entryOfActiveCall(call)],
    summary: 'Live details of a call in progress: participants, transcript, sentiment.',
    section: 'specification 4.7',
    about: { is: { param: 'roomName', in: ['roomName'] }, contentFields: callContent },
    response: ActiveCall,
    normalize: activeCallSpelling,
  }),
  activeCallList: endpoint(serviceCallRequests.activeCallList, {
    ...common,
    searchEntries: ({ data }: { data: ActiveCall[] }) => data.map(entryOfActiveCall),
    summary: 'All calls in progress, without their transcripts.',
    section: 'interface 7',
    about: { list: 'data', contentFields: callContent },
    response: z.looseObject({ data: z.array(ActiveCallSummary), count, timestamp: text }),
    normalize: activeCallListSpelling,
    extension: 'active-calls',
  }),
  activeCallEnd: endpoint(serviceCallRequests.activeCallEnd, {
    ...common,
    summary: 'End a call in progress.',
    section: 'interface 7',
    response: z.looseObject({ success: booleanOr(false), message: text, roomName: text, endTime: text }),
    effect: { target: (sent) => `${room(sent)}/end`, confirms: succeeded },
    extension: 'active-calls',
  }),
  activeCallTakeOver: endpoint(serviceCallRequests.activeCallTakeOver, {
    ...common,
    summary: 'Mute the agent, so that a person can speak.',
    section: 'interface 7',
    body: z.strictObject({ participantIdentity: nonBlank }),
    response: z.looseObject({ success: booleanOr(false), message: text, roomName: text, mutedTracks: count }),
    effect: { target: (sent) => `${room(sent)}/take-over`, confirms: succeeded },
    extension: 'active-calls',
  }),
}
