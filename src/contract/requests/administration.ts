/** Requests for what runs: the audit, backups, the stop switch, the service and its budget, and the ledger. */
import { admins, callers, everyone, type Requests } from '../shared/endpoint.ts'
import { onDemand, polled } from '../shared/freshness.ts'
import { patch, post, read, readFile, remove } from '../shared/requests.ts'

export const administrationRequests = {
  operatorList: read('/gateway/operators', 'Managing operators', admins, polled(5)),
  operatorInvite: post('/gateway/operators', 'Inviting operators', admins, {
    invalidates: ['operatorList', 'operatorShow'],
    done: 'Invited an operator',
  }),
  operatorUpdate: patch('/gateway/operators/{operatorId}', 'Changing operators', admins, {
    invalidates: ['operatorList', 'operatorShow', 'sessionShow'],
    done: 'Changed an operator',
  }),
  invitationWithdraw: remove('/gateway/invitations/{invitationId}', 'Withdrawing invitations', admins, {
    invalidates: ['operatorList', 'operatorShow'],
    done: 'Withdrew an invitation',
  }),
  invitationRenew: post('/gateway/invitations/{invitationId}/renew', 'Inviting operators', admins, {
    invalidates: ['operatorList', 'operatorShow'],
    done: 'Renewed an invitation',
  }),
  historyList: read('/gateway/history', 'Viewing the audit', admins, onDemand(5)),
  historyExport: readFile('/gateway/history.csv', 'Exporting the audit', admins, onDemand(1)),
  connectionTest: post('/gateway/connection-test', 'Testing the connection', admins, { invalidates: ['sessionShow'] }),
  callPlace: post('/gateway/calls', 'Placing calls', callers, {
    invalidates: ['liveCallList', 'placedCallList'],
    sends: true,
  }),
  placedCallList: read('/gateway/calls', 'Placing calls', everyone, polled(5)),
  simulationShow: read('/gateway/simulation', 'Managing simulation keys', admins, onDemand(10)),
  simulationDeliveryList: read('/gateway/simulation/deliveries', 'Viewing webhook deliveries', admins, onDemand(2)),
  simulationKeyCreate: post('/gateway/simulation/keys', 'Creating simulation keys', admins, {
    invalidates: ['simulationShow'],
    done: 'Created a simulation key',
  }),
  simulationKeyRevoke: remove('/gateway/simulation/keys/{keyId}', 'Revoking simulation keys', admins, {
    invalidates: ['simulationShow'],
    done: 'Revoked a simulation key',
  }),

  backupList: read('/gateway/backups', 'Viewing backups', admins, onDemand(5)),
  backupMake: post('/gateway/backups', 'Making a backup', admins, {
    invalidates: ['backupList'],
    done: 'Made a backup',
  }),
  restoredDismiss: remove('/gateway/restored', 'Dismissing this notice', admins, {
    invalidates: ['sessionShow'],
    done: 'Dismissed the notice about restored data',
  }),

  stopSwitchOn: post('/gateway/stop-switch', 'Stopping all changes', admins, {
    invalidates: ['sessionShow'],
    done: 'Stopped all changes',
  }),
  stopSwitchOff: remove('/gateway/stop-switch', 'Allowing changes', admins, {
    invalidates: ['sessionShow'],
    done: 'Allowed changes again',
  }),

  statusShow: read('/gateway/status', 'Reading the status', 'public', polled(2)),

  webhookReceive: post('/webhooks/service', 'Receiving events', 'public', { invalidates: [], isJson: false }),
  webhookShow: read('/gateway/webhooks', 'Viewing service events', everyone, polled(2)),

  serviceDriftShow: read('/gateway/service-drift', 'Viewing how the service spells its answers', everyone, polled(5)),

  budgetShow: read('/gateway/budget', 'Reading the request budget', everyone, polled(2)),
  liveCallList: read('/gateway/live-calls', 'Watching calls', everyone, polled(1)),
  effectList: read('/gateway/effects', 'Reading unknown outcomes', everyone, polled(5)),
  effectSettle: post('/gateway/effects/{effectId}/settle', 'Resolving unknown outcomes', everyone, {
    invalidates: ['effectList', 'batchList'],
  }),
  search: post('/gateway/search', 'Searching', everyone, { invalidates: [] }),
  health: read('/healthz', 'Checking the process', 'public', onDemand(1)),
  ready: read('/readyz', 'Checking readiness', 'public', onDemand(1)),
  metricsShow: readFile('/metrics', 'Reading metrics', 'public', null),
} as const satisfies Requests
