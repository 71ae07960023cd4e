/** Requests for calls that the team has seen: notes, concerns and outcomes. */
import { everyone, type Requests } from '../shared/endpoint.ts'
import { onDemand, polled } from '../shared/freshness.ts'

export const callRequests = {
  keptCallShow: {
    method: 'GET',
    path: '/gateway/kept-calls/{roomName}',
    label: 'Reading ended calls',
    roles: everyone,
    freshness: onDemand(1),
  },
  keptCallList: {
    method: 'GET',
    path: '/gateway/kept-calls',
    label: 'Reading recent calls',
    roles: everyone,
    freshness: polled(5),
  },
  keptCallSearch: {
    method: 'POST',
    path: '/gateway/kept-calls/search',
    label: 'Searching recent calls',
    roles: everyone,
    invalidates: [],
  },
  callRetentionShow: {
    method: 'GET',
    path: '/gateway/call-retention',
    label: 'Reading how long calls are kept',
    roles: everyone,
    freshness: onDemand(10),
  },
  callRetentionChange: {
    method: 'PUT',
    path: '/gateway/call-retention',
    label: 'Changing how long calls are kept',
    roles: ['admin'],
    invalidates: ['callRetentionShow', 'keptCallShow', 'keptCallList', 'callNoteList'],
    done: 'Changed how long calls are kept',
  },

  concernRulesShow: {
    method: 'GET',
    path: '/gateway/call-concerns',
    label: 'Reading the call concerns',
    roles: everyone,
    freshness: onDemand(10),
  },
  concernRulesChange: {
    method: 'PUT',
    path: '/gateway/call-concerns',
    label: 'Changing the call concerns',
    roles: ['admin'],
    invalidates: ['concernRulesShow', 'liveCallList'],
    done: 'Changed the call concerns',
  },
  callNoticeList: {
    method: 'GET',
    path: '/gateway/call-notices',
    label: 'Reading which calls need a look',
    roles: everyone,
    freshness: onDemand(1),
  },

  callNoteList: {
    method: 'GET',
    path: '/gateway/call-notes/{roomName}',
    label: 'Writing notes on calls',
    roles: everyone,
    freshness: polled(5),
  },
  callNoteAdd: {
    method: 'POST',
    path: '/gateway/call-notes/{roomName}',
    label: 'Writing notes on calls',
    roles: everyone,
    invalidates: ['callNoteList', 'keptCallList'],
    done: 'Wrote a note on a call',
  },
  callNoteDelete: {
    method: 'DELETE',
    path: '/gateway/call-notes/{roomName}/{noteId}',
    label: 'Writing notes on calls',
    roles: everyone,
    invalidates: ['callNoteList', 'keptCallList'],
    done: 'Deleted a note on a call',
  },

  callBackList: {
    method: 'GET',
    path: '/gateway/call-backs',
    label: 'Reading call-backs',
    roles: everyone,
    freshness: polled(5),
  },
  callBackChange: {
    method: 'PUT',
    path: '/gateway/call-backs/{roomName}',
    label: 'Working on call-backs',
    roles: ['support', 'campaign_manager', 'admin'],
    invalidates: ['callBackList'],
    done: 'Worked on a call-back',
  },

  callOutcomeShow: {
    method: 'GET',
    path: '/gateway/call-outcomes/{roomName}',
    label: 'Reading the outcome of a call',
    roles: everyone,
    freshness: polled(5),
  },
  callOutcomeCorrect: {
    method: 'PUT',
    path: '/gateway/call-outcomes/{roomName}',
    label: 'Correcting the outcome of a call',
    roles: ['support', 'campaign_manager', 'admin'],
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
  },
} as const satisfies Requests
