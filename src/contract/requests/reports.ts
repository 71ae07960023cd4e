/** Requests for reports and the rows that they count. */
import { everyone, type Requests } from '../shared/endpoint.ts'
import { onDemand, polled } from '../shared/freshness.ts'

export const reportRequests = {
  batchFollowUp: {
    method: 'POST',
    path: '/gateway/batches/{batchId}/follow-up',
    label: 'Starting batches',
    roles: ['campaign_manager', 'admin'],
    invalidates: [],
    done: 'Prepared a follow-up batch',
  },

  batchResultList: {
    method: 'GET',
    path: '/gateway/reports/batches',
    label: 'Counting calls',
    roles: everyone,
    freshness: onDemand(10),
  },
  batchResultShow: {
    method: 'GET',
    path: '/gateway/batches/{batchId}/results',
    label: 'Counting calls',
    roles: everyone,
    freshness: polled(5),
  },

  batchRowFind: {
    method: 'POST',
    path: '/gateway/batches/{batchId}/rows',
    label: 'Sorting calls',
    roles: everyone,
    invalidates: [],
  },

  callCountList: {
    method: 'GET',
    path: '/gateway/reports/calls',
    label: 'Counting calls',
    roles: everyone,
    freshness: onDemand(10),
  },
  countedCallList: {
    method: 'GET',
    path: '/gateway/reports/calls/rows',
    label: 'Listing calls behind a figure',
    roles: everyone,
    freshness: onDemand(10),
  },
  figureRetentionShow: {
    method: 'GET',
    path: '/gateway/figure-retention',
    label: 'Reading how long figures are kept',
    roles: everyone,
    freshness: onDemand(10),
  },
  figureRetentionChange: {
    method: 'PUT',
    path: '/gateway/figure-retention',
    label: 'Changing how long figures are kept',
    roles: ['admin'],
    invalidates: [
      'figureRetentionShow',
      'callCountList',
      'countedCallList',
      'callCostList',
      'decisionCountList',
      'countedDecisionList',
      'batchResultShow',
      'batchResultList',
    ],
    done: 'Changed how long figures are kept',
  },
  outcomeShareShow: {
    method: 'GET',
    path: '/gateway/outcome-share',
    label: 'Reading how much of the request budget results of calls may use',
    roles: everyone,
    freshness: onDemand(10),
  },
  outcomeShareChange: {
    method: 'PUT',
    path: '/gateway/outcome-share',
    label: 'Changing how much of the request budget results of calls may use',
    roles: ['admin'],
    invalidates: ['outcomeShareShow'],
    done: 'Changed how much of the request budget results of calls may use',
  },

  callCostList: {
    method: 'GET',
    path: '/gateway/reports/costs',
    label: 'Counting minutes and messages',
    roles: everyone,
    freshness: onDemand(10),
  },
  callPricesShow: {
    method: 'GET',
    path: '/gateway/call-prices',
    label: 'Reading prices',
    roles: everyone,
    freshness: onDemand(10),
  },
  callPricesChange: {
    method: 'PUT',
    path: '/gateway/call-prices',
    label: 'Changing prices',
    roles: ['admin'],
    invalidates: ['callPricesShow'],
    done: 'Changed prices',
  },

  countedDecisionList: {
    method: 'GET',
    path: '/gateway/reports/decisions/rows',
    label: 'Listing decisions behind a figure',
    roles: everyone,
    freshness: onDemand(10),
  },

  filterNameShow: {
    method: 'GET',
    path: '/gateway/reports/names',
    label: 'Reading names',
    roles: everyone,
    freshness: onDemand(60),
  },

  requestCountList: {
    method: 'GET',
    path: '/gateway/reports/requests',
    label: 'Counting requests to the service',
    roles: everyone,
    freshness: onDemand(10),
  },

  decisionCountList: {
    method: 'GET',
    path: '/gateway/reports/decisions',
    label: 'Counting decisions',
    roles: everyone,
    freshness: onDemand(10),
  },
  waitingDraftList: {
    method: 'GET',
    path: '/gateway/reports/waiting-drafts',
    label: 'Counting drafts',
    roles: everyone,
    freshness: polled(30),
  },
  draftsOverTimeShow: {
    method: 'GET',
    path: '/gateway/reports/drafts',
    label: 'Counting drafts',
    roles: everyone,
    freshness: onDemand(10),
  },
} as const satisfies Requests
