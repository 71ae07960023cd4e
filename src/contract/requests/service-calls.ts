/** Requests of the service for calls, batches, active calls and conversations. */
import { callers, everyone, managers, type Requests, reviewers, supporters } from '../shared/endpoint.ts'
import { onDemand, watched } from '../shared/freshness.ts'
import { post, read, readFile, remove } from '../shared/requests.ts'

const ofBatch = { everyMs: 2_000, pollMs: 2_000, eventsAreComplete: true } as const
const inFocus = { everyMs: 1_500, pollMs: 1_000, attention: 'focus' } as const
const progress = watched({ ...ofBatch, ...inFocus, isKept: true })
const conversation = watched({ everyMs: 2_000, pollMs: 2_000, attention: 'focus', isKept: true })

export const serviceCallRequests = {
  callSend: post('/api/v1/calls/call', 'Placing calls', callers, {
    invalidates: ['liveCallList', 'activeCallList', 'callHistory'],
    done: 'Placed a call',
    unknownOutcome: 'a call was placed',
    effect: { repeatable: false },
  }),
  callHistory: read('/v2/api/call-history', 'Reading the call history', everyone, onDemand(15)),

  batchTemplate: readFile('/v1/api/batch-calls/template', 'Downloading the template', everyone, onDemand(3600)),
  batchValidate: post('/v1/api/batch-calls/validate', 'Checking recipients', managers, { invalidates: [] }),
  batchPreview: post('/v1/api/batch-calls/preview', 'Previewing recipients', managers, { invalidates: [] }),
  batchStart: post('/v1/api/batch-calls', 'Starting batches', managers, {
    invalidates: ['batchList', 'activeCallList', 'callHistory'],
    done: 'Started a batch',
    unknownOutcome: 'a batch was started',
    effect: { repeatable: false },
  }),
  batchShow: read('/v1/api/batch-calls/{batchId}', 'Reading batches', everyone, watched(ofBatch)),
  batchProgress: read('/v1/api/batch-calls/{batchId}/status', 'Reading batches', everyone, progress),
  batchCallList: read(
    '/v1/api/batch-calls/{batchId}/calls',
    'Reading batches',
    everyone,
    watched({ ...ofBatch, isKept: true }),
  ),
  batchCallShow: read('/v1/api/batch-calls/{batchId}/calls/{jobId}', 'Reading batches', everyone, watched(ofBatch)),
  batchCancel: remove('/v1/api/batch-calls/{batchId}', 'Cancelling batches', managers, {
    invalidates: ['batchList', 'batchShow', 'batchProgress', 'batchCallList'],
    done: 'Cancelled a batch',
    unknownOutcome: 'a batch was cancelled',
    effect: { repeatable: true, endsCalls: true },
  }),

  activeCallShow: read('/v2/api/active-calls/{roomName}', 'Watching calls', everyone, watched(inFocus)),
  activeCallList: read('/v2/api/active-calls', 'Watching calls', everyone, watched({ everyMs: 2_000, pollMs: 2_000 })),
  activeCallEnd: post('/v2/api/active-calls/{roomName}/end-call', 'Ending calls', supporters, {
    invalidates: ['liveCallList', 'activeCallShow', 'activeCallList', 'callHistory'],
    done: 'Ended a call',
    unknownOutcome: 'a call was ended',
    effect: { repeatable: true, endsCalls: true },
  }),
  activeCallTakeOver: post('/v2/api/active-calls/{roomName}/remove-agent', 'Taking over calls', supporters, {
    invalidates: ['activeCallShow', 'activeCallList'],
    done: 'Took over a call',
    unknownOutcome: 'a call was taken over',
    effect: { repeatable: true },
  }),

  conversationList: read(
    '/v1/api/conversations',
    'Reading conversations',
    everyone,
    onDemand(30, { afterEvent: 10, isKept: true }),
  ),
  conversationShow: read('/v1/api/conversations/{conversationId}', 'Reading conversations', everyone, conversation),
  messageAction: post(
    '/v1/api/conversations/{conversationId}/message/{messageId}/action',
    'Reviewing messages',
    reviewers,
    {
      invalidates: ['conversationShow', 'conversationList'],
      done: 'Reviewed a draft',
      unknownOutcome: 'a message was sent',
      effect: { repeatable: false },
    },
  ),
  messageGenerate: post('/v1/api/conversations/message/generate', 'Drafting messages', reviewers, {
    invalidates: ['conversationList', 'conversationSeen', 'reviewQueue'],
    done: 'Requested a draft',
    unknownOutcome: 'a message was drafted',
    effect: { repeatable: false },
  }),
} as const satisfies Requests
