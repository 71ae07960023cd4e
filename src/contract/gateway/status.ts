/** What every page polls, in one small answer: all that the frame shows, and whether what it has read of the session and decisions still holds. */
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { ofGateway } from './endpoint-parts.ts'

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
  /** The ETag of what `sessionShow` answers you. Another than the page has: read the session again. */
  session: z.string(),
  /** The same of `decisionList`; null: you decide about no messages, or they cannot be read now. */
  decisions: z.nullable(z.string()),
  /** null: nobody is signed in. */
  budget: z.nullable(BudgetSummary),
})
export type Status = z.output<typeof Status>

export const statusEndpoints = {
  statusShow: endpoint({
    ...ofGateway,
    method: 'GET',
    path: '/gateway/status',
    roles: 'public',
    response: Status,
    summary:
      'What every page shows, and whether the session or your decisions have changed. Costs the service nothing.',
  }),
}
