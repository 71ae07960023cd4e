/**
 * What every page polls, in one small answer: what the frame shows, and a tag of each of the answers that pages would poll otherwise. A
 * page reads one of these again when its tag is another.
 */
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { polled } from '../shared/freshness.ts'
import { ofGateway } from './endpoint-parts.ts'
import { type FollowedRead, followedReads } from './followed-reads.ts'

/** What the frame shows of the request budget. */
export const BudgetSummary = z.object({
  /** Requests that any 60 s may hold. */
  perMinute: z.number(),
  /** Sent in the last 60 s. */
  used: z.number(),
  /** Of these, kept for cancel and commands. */
  reserved: z.number(),
  /** When reads may go again, epoch ms; null: now. */
  nextReadAt: z.nullable(z.number()),
  /** Until when a 429 of the service pauses us, epoch ms; null: not paused. */
  pausedUntil: z.nullable(z.number()),
})
export type BudgetSummary = z.output<typeof BudgetSummary>

export const Status = z.object({
  /** The version of the dashboard that this gateway serves, as the page that it serves names it; null: somebody else serves it. */
  dashboard: z.nullable(z.string()),
  /** null: not for you, or it cannot be read now. */
  tags: z.record(z.enum(Object.keys(followedReads) as FollowedRead[]), z.nullable(z.string())),
  /** null: nobody is signed in. */
  budget: z.nullable(BudgetSummary),
})
export type Status = z.output<typeof Status>

export const statusEndpoints = {
  statusShow: endpoint({
    ...ofGateway,
    method: 'GET',
    path: '/gateway/status',
    label: 'Reading the status',
    freshness: polled(2),
    roles: 'public',
    response: Status,
    summary:
      'What every page shows, and tags of what pages follow: the session, decisions, batches, starts that wait, unknown outcomes. Costs the service nothing.',
  }),
}
