/**
 * What a page needs before it shows anything, by its address: its module, and the reads for which its loader waits. The loader takes its reads
 * from here, and the gateway lets the browser begin them together with the document, beside the script. Only reads that every visit of the
 * page needs, whatever the browser has stored. No zod here, because the first page loads this file.
 */
import type { ReadName } from './endpoints.ts'
import { followedReads } from './gateway/parts/followed-reads.ts'
import type { Role } from './shared/endpoint.ts'

export interface FirstRead {
  name: ReadName
  query?: Readonly<Record<string, string | number>>
}

/** The first hundred of a list of records, which the lists, the pickers and other pages share. */
export const firstHundred = { query: { limit: 100 } } as const
const agents: FirstRead = { name: 'agentList', ...firstHundred }
const flows: FirstRead = { name: 'flowList', ...firstHundred }

export const firstNeeds = {
  '/overview': {
    module: 'features/overview/overview-page.tsx',
    reads: [
      { name: 'liveCallList' },
      { name: 'batchList', ...followedReads.batchList },
      { name: 'effectList', ...followedReads.effectList },
      { name: 'preparedBatchList' },
      { name: 'approvalList' },
      { name: 'callBackList', query: { state: 'open', limit: 1 } },
      { name: 'decisionList' },
    ],
  },
  '/agents': { module: 'features/agents/list-page.tsx', reads: [agents, flows] },
  '/batches': { module: 'features/batches/list/batches-page.tsx', reads: [] },
  '/calls': {
    module: 'features/live-calls/wall-page.tsx',
    reads: [{ name: 'liveCallList' }, { name: 'effectList', ...followedReads.effectList }],
  },
  '/conversations': { module: 'features/conversations/conversations-page.tsx', reads: [] },
  '/flows': { module: 'features/flows/list-page.tsx', reads: [flows, agents] },
  '/review': {
    module: 'features/review/review-page.tsx',
    reads: [{ name: 'reviewQueue' }, { name: 'decisionList' }],
  },
} satisfies Record<string, { module: string; reads: readonly FirstRead[] }>

/** Where the work of each role is. With several roles, the first in this order. */
const homes = [
  ['admin', '/overview'],
  ['campaign_manager', '/batches'],
  ['reviewer', '/review'],
  ['support', '/calls'],
] as const satisfies readonly [Role, string][]

/** The page that `/` opens for an operator with these roles. */
export const homeOf = (roles: readonly Role[]): string =>
  homes.find(([role]) => roles.includes(role))?.[1] ?? '/overview'

/** An address whose first needs are known. */
export type KnownAddress = keyof typeof firstNeeds
