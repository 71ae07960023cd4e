/** Approvals of starts by a second person: requesting, reviewing, approving and declining them. */
import * as z from 'zod/mini'
import { batchRequests } from '../requests/batches.ts'
import { epochMs, nonBlank } from '../shared/wire.ts'
import { LaunchStarted, LaunchUpload, planned } from './batches.ts'
import { gatewayEndpoint } from './parts/endpoint-parts.ts'

/** `starting`: approved, and the start is being sent or has an unknown outcome. `expired`: nobody decided in time. */
export const approvalStates = ['waiting', 'starting', 'approved', 'declined', 'withdrawn', 'expired'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** What two operators have in common, so that both accounts may belong to one person: the name, or the mailbox. */
export const accountMatches = ['name', 'email'] as const
export type AccountMatch = (typeof accountMatches)[number]

/** A request to start a batch, for a second person to decide on. */
export const Approval = z.object({
  ...planned,
  /** The id of the request in the ledger. */
  approvalId: z.string(),
  state: z.enum(approvalStates),
  name: z.string(),
  /** null: unknown. */
  agentName: z.nullable(z.string()),
  /** Only the first ten people are called; the others wait for a confirmation. */
  firstTen: z.boolean(),
  /** The fingerprint of its people. */
  recipients: z.string(),
  /** You requested it, perhaps with another account of yours, so you cannot approve it. */
  isOwn: z.boolean(),
  /** What you and whoever requested it have in common. */
  matching: z.array(z.enum(accountMatches)),
  /** When it was requested, and until when it waits; epoch ms. */
  at: z.number(),
  until: z.number(),
  /** The batch's start time, epoch ms; null: at once. */
  scheduledAt: z.nullable(z.number()),
  /** A sentence for each rule that the requester has overruled, with the reason if one was given. */
  overruled: z.array(z.string()),
  /** Why the last attempt to start it was refused; null: none was. The request keeps waiting. */
  problem: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(epochMs),
  /** Why it was declined. */
  reason: z.nullable(z.string()),
  /** The started batch; null: none yet, or unknown. */
  batchId: z.nullable(z.string()),
})
export type Approval = z.output<typeof Approval>

/** A row: its number in the file that a person chose, or in the file that is sent, and its cells in the order of the columns. */
const Row = z.object({ row: z.number(), cells: z.array(z.string()) })

/** An approval with the first and last people to be called; none once it is decided. */
export const ApprovalDetails = z.extend(Approval, {
  columns: z.array(z.string()),
  first: z.array(Row),
  last: z.array(Row),
})
export type ApprovalDetails = z.output<typeof ApprovalDetails>

export const approvalEndpoints = {
  /** Starts that wait for a second person, oldest first, and those of the last days that are decided. */
  approvalList: gatewayEndpoint(batchRequests.approvalList, { response: z.object({ approvals: z.array(Approval) }) }),
  /** Everything of a start is checked and recorded; nothing is sent. */
  approvalAsk: gatewayEndpoint(batchRequests.approvalAsk, {
    upload: LaunchUpload,
    response: Approval,
  }),
  approvalShow: gatewayEndpoint(batchRequests.approvalShow, { response: ApprovalDetails }),
  /** Makes the start, as that of whoever asked. All checks are made again. */
  approvalStart: gatewayEndpoint(batchRequests.approvalStart, {
    body: z.strictObject({
      /** The fingerprint that you saw. */
      recipients: nonBlank,
    }),
    response: LaunchStarted,
  }),
  approvalDecline: gatewayEndpoint(batchRequests.approvalDecline, {
    body: z.strictObject({ reason: nonBlank.check(z.maxLength(500)) }),
    response: Approval,
  }),
  approvalWithdraw: gatewayEndpoint(batchRequests.approvalWithdraw, { response: Approval }),
}
