/** The reads of the service that live calls are made of. */
import { batchCallStates, pageLimit } from '#contract/index.ts'
import type { Read } from '../cache/read.ts'

export const activeCallListRead = (workspace: string): Read => ({
  name: 'activeCallList',
  params: {},
  query: {},
  workspace,
})
export const roomRead = (roomName: string, workspace: string): Read => ({
  name: 'activeCallShow',
  params: { roomName },
  query: {},
  workspace,
})
export const batchActiveCallsRead = (batchId: string): Read => ({
  name: 'batchCallList',
  params: { batchId },
  query: { page: 1, limit: pageLimit.most, status: batchCallStates[1] },
  workspace: null,
})
