/** Requests for batches, their approvals, the do-not-call list and the calling rules. */
import { admins, everyone, managers, type Requests } from '../shared/endpoint.ts'
import { onDemand, polled } from '../shared/freshness.ts'
import { post, put, read, readFile, remove } from '../shared/requests.ts'

export const batchRequests = {
  batchList: read('/gateway/batches', 'Reading batches', everyone, polled(15)),
  batchFind: post('/gateway/batches/find', 'Searching batches', everyone, { invalidates: [] }),
  agentUseShow: read('/gateway/agents/{agentId}/use', 'Reading agents', everyone, onDemand(0)),
  batchFollow: post('/gateway/batches', 'Opening batches', everyone, { invalidates: ['batchList'] }),
  batchesCancel: post('/gateway/batches/cancel', 'Cancelling batches', managers, {
    invalidates: ['batchList', 'batchShow', 'batchProgress', 'batchCallList'],
  }),
  batchExportStart: post('/gateway/batches/{batchId}/exports', 'Exporting calls', everyone, {
    invalidates: ['batchExportList'],
    done: 'Exported the calls of a batch',
  }),
  batchExportList: read('/gateway/batches/{batchId}/exports', 'Exporting calls', everyone, polled(1)),
  batchExportStop: remove('/gateway/batches/{batchId}/exports/{exportId}', 'Exporting calls', everyone, {
    invalidates: ['batchExportList'],
  }),
  batchExportFile: readFile(
    '/gateway/batches/{batchId}/exports/{exportId}/file',
    'Exporting calls',
    everyone,
    onDemand(1),
  ),
  launchStart: post('/gateway/launches', 'Starting batches', managers, {
    invalidates: ['batchList', 'effectList', 'preparedBatchList', 'approvalList'],
    sends: true,
  }),
  recipientsCheck: post('/gateway/launches/recipients', 'Starting batches', managers, { invalidates: [] }),
  preparedBatchList: read('/gateway/prepared-batches', 'Reading prepared batches', everyone, onDemand(1)),
  preparedBatchStart: post('/gateway/prepared-batches/{preparedId}/start', 'Starting batches', managers, {
    invalidates: ['batchList', 'effectList', 'preparedBatchList'],
    sends: true,
  }),
  preparedBatchDiscard: remove('/gateway/prepared-batches/{preparedId}', 'Starting batches', managers, {
    invalidates: ['preparedBatchList'],
    done: 'Discarded people who waited to be called',
  }),
  batchCallSearch: post('/gateway/batches/{batchId}/search', 'Searching calls', everyone, { invalidates: [] }),

  approvalList: read('/gateway/approvals', 'Viewing approvals', everyone, onDemand(1)),
  approvalAsk: post('/gateway/approvals', 'Starting batches', managers, {
    invalidates: ['approvalList'],
    done: 'Requested approval of a batch',
    sends: true,
  }),
  approvalShow: read('/gateway/approvals/{approvalId}', 'Approving batches', managers, polled(5)),
  approvalStart: post('/gateway/approvals/{approvalId}/start', 'Approving batches', managers, {
    invalidates: ['approvalList', 'approvalShow', 'batchList', 'effectList', 'preparedBatchList'],
    done: 'Approved a batch',
    sends: true,
  }),
  approvalDecline: post('/gateway/approvals/{approvalId}/decline', 'Approving batches', managers, {
    invalidates: ['approvalList', 'approvalShow'],
    done: 'Declined a batch',
  }),
  approvalWithdraw: remove('/gateway/approvals/{approvalId}', 'Starting batches', managers, {
    invalidates: ['approvalList', 'approvalShow'],
    done: 'Withdrew a request for approval',
  }),

  doNotCallList: read('/gateway/do-not-call', 'Viewing the do-not-call list', everyone, onDemand(1)),
  doNotCallAdd: post('/gateway/do-not-call', 'Adding to the do-not-call list', everyone, {
    invalidates: ['doNotCallList', 'reviewQueue'],
    done: 'Added a number to the do-not-call list',
  }),
  doNotCallSearch: post('/gateway/do-not-call/search', 'Searching the do-not-call list', everyone, { invalidates: [] }),
  doNotCallImport: post('/gateway/do-not-call/import', 'Importing a do-not-call list', managers, {
    invalidates: ['doNotCallList', 'reviewQueue'],
    done: 'Imported do-not-call numbers',
  }),
  doNotCallExport: post('/gateway/do-not-call/export', 'Exporting the do-not-call list', managers, {
    invalidates: [],
    done: 'Exported the do-not-call list',
    isJson: false,
  }),
  doNotCallRemove: remove('/gateway/do-not-call/{entryId}', 'Removing from the do-not-call list', managers, {
    invalidates: ['doNotCallList', 'reviewQueue'],
    done: 'Removed a number from the do-not-call list',
  }),
  doNotCallTakeBack: post(
    '/gateway/do-not-call/additions/{additionId}/take-back',
    'Adding to the do-not-call list',
    everyone,
    { invalidates: ['doNotCallList', 'reviewQueue'], done: 'Undid adding to the do-not-call list' },
  ),
  doNotCallRestore: post('/gateway/do-not-call/{entryId}/restore', 'Changing the do-not-call list', managers, {
    invalidates: ['doNotCallList', 'reviewQueue'],
    done: 'Restored a number on the do-not-call list',
  }),

  callingRulesShow: read('/gateway/calling-rules', 'Reading the calling rules', everyone, onDemand(10)),
  callingRulesChange: put('/gateway/calling-rules', 'Changing the calling rules', admins, {
    invalidates: ['callingRulesShow'],
    done: 'Changed the calling rules',
  }),

  columnAnswersFind: post('/gateway/column-answers/find', 'Starting batches', managers, { invalidates: [] }),
  columnAnswerSave: put('/gateway/column-answers', 'Starting batches', managers, {
    invalidates: [],
    done: 'Said whether a column of a file tells who must not be called',
  }),
} as const satisfies Requests
