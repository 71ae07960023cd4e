/** Requests for calls that the team has seen: notes, concerns and outcomes. */
import { admins, callers, everyone, type Requests } from '../shared/endpoint.ts'
import { onDemand, polled } from '../shared/freshness.ts'
import { post, put, read, remove } from '../shared/requests.ts'

export const callRequests = {
  keptCallShow: read('/gateway/kept-calls/{roomName}', 'Reading ended calls', everyone, onDemand(1)),
  keptCallList: read('/gateway/kept-calls', 'Reading recent calls', everyone, polled(5)),
  keptCallSearch: post('/gateway/kept-calls/search', 'Searching recent calls', everyone, { invalidates: [] }),
  callRetentionShow: read('/gateway/call-retention', 'Reading how long calls are kept', everyone, onDemand(10)),
  callRetentionChange: put('/gateway/call-retention', 'Changing how long calls are kept', admins, {
    invalidates: ['callRetentionShow', 'keptCallShow', 'keptCallList', 'callNoteList'],
    done: 'Changed how long calls are kept',
  }),

  concernRulesShow: read('/gateway/call-concerns', 'Reading the call concerns', everyone, onDemand(10)),
  concernRulesChange: put('/gateway/call-concerns', 'Changing the call concerns', admins, {
    invalidates: ['concernRulesShow', 'liveCallList'],
    done: 'Changed the call concerns',
  }),
  callNoticeList: read('/gateway/call-notices', 'Reading which calls need a look', everyone, onDemand(1)),

  callNoteList: read('/gateway/call-notes/{roomName}', 'Writing notes on calls', everyone, polled(5)),
  callNoteAdd: post('/gateway/call-notes/{roomName}', 'Writing notes on calls', everyone, {
    invalidates: ['callNoteList', 'keptCallList'],
    done: 'Wrote a note on a call',
  }),
  callNoteDelete: remove('/gateway/call-notes/{roomName}/{noteId}', 'Writing notes on calls', everyone, {
    invalidates: ['callNoteList', 'keptCallList'],
    done: 'Deleted a note on a call',
  }),

  callBackList: read('/gateway/call-backs', 'Reading call-backs', everyone, polled(5)),
  callBackChange: put('/gateway/call-backs/{roomName}', 'Working on call-backs', callers, {
    invalidates: ['callBackList'],
    done: 'Worked on a call-back',
  }),

  callOutcomeShow: read('/gateway/call-outcomes/{roomName}', 'Reading the outcome of a call', everyone, polled(5)),
  callOutcomeCorrect: put('/gateway/call-outcomes/{roomName}', 'Correcting the outcome of a call', callers, {
    invalidates: [
      'callOutcomeShow',
      'callCountList',
      'countedCallList',
      'callCostList',
      'batchResultShow',
      'batchResultList',
      'liveCallList',
      'batchList',
      'callBackList',
    ],
    done: 'Corrected the outcome of a call',
  }),
} as const satisfies Requests
