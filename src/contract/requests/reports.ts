/** Requests for reports and the rows that they count. */
import { admins, everyone, managers, type Requests } from '../shared/endpoint.ts'
import { onDemand, polled } from '../shared/freshness.ts'
import { post, put, read } from '../shared/requests.ts'

export const reportRequests = {
  batchFollowUp: post('/gateway/batches/{batchId}/follow-up', 'Starting batches', managers, {
    invalidates: [],
    done: 'Prepared a follow-up batch',
  }),

  batchResultList: read('/gateway/reports/batches', 'Counting calls', everyone, onDemand(10)),
  batchResultShow: read('/gateway/batches/{batchId}/results', 'Counting calls', everyone, polled(5)),

  batchRowFind: post('/gateway/batches/{batchId}/rows', 'Sorting calls', everyone, { invalidates: [] }),

  callCountList: read('/gateway/reports/calls', 'Counting calls', everyone, onDemand(10)),
  countedCallList: read('/gateway/reports/calls/rows', 'Listing calls behind a figure', everyone, onDemand(10)),
  figureRetentionShow: read('/gateway/figure-retention', 'Reading how long figures are kept', everyone, onDemand(10)),
  figureRetentionChange: put('/gateway/figure-retention', 'Changing how long figures are kept', admins, {
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
  }),
  outcomeShareShow: read(
    '/gateway/outcome-share',
    'Reading how much of the request budget results of calls may use',
    everyone,
    onDemand(10),
  ),
  outcomeShareChange: put(
    '/gateway/outcome-share',
    'Changing how much of the request budget results of calls may use',
    admins,
    { invalidates: ['outcomeShareShow'], done: 'Changed how much of the request budget results of calls may use' },
  ),

  callCostList: read('/gateway/reports/costs', 'Counting minutes and messages', everyone, onDemand(10)),
  callPricesShow: read('/gateway/call-prices', 'Reading prices', everyone, onDemand(10)),
  callPricesChange: put('/gateway/call-prices', 'Changing prices', admins, {
    invalidates: ['callPricesShow'],
    done: 'Changed prices',
  }),

  countedDecisionList: read(
    '/gateway/reports/decisions/rows',
    'Listing decisions behind a figure',
    everyone,
    onDemand(10),
  ),

  filterNameShow: read('/gateway/reports/names', 'Reading names', everyone, onDemand(60)),

  requestCountList: read('/gateway/reports/requests', 'Counting requests to the service', everyone, onDemand(10)),

  decisionCountList: read('/gateway/reports/decisions', 'Counting decisions', everyone, onDemand(10)),
  waitingDraftList: read('/gateway/reports/waiting-drafts', 'Counting drafts', everyone, polled(30)),
  draftsOverTimeShow: read('/gateway/reports/drafts', 'Counting drafts', everyone, onDemand(10)),
} as const satisfies Requests
