/** Approvals of starts by a second person: requesting, reviewing, approving and declining them. */
import * as z from 'zod/mini'
import { nonBlank } from '../shared/wire.ts'
import { type LaunchStarted, LaunchUpload, type PlannedBatch } from './batches.ts'

/** `starting`: approved, and the start is being sent or has an unknown outcome. `expired`: nobody decided in time. */
export const approvalStates = ['waiting', 'starting', 'approved', 'declined', 'withdrawn', 'expired'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** What two operators have in common, so that both accounts may belong to one person: the name, or the mailbox. */
export const accountMatches = ['name', 'email'] as const
export type AccountMatch = (typeof accountMatches)[number]

export interface Approval extends PlannedBatch {
  /** The id of the request in the ledger. */
  approvalId: string
  state: ApprovalState
  name: string
  /** null: unknown. */
  agentName: string | null
  /** Only the first ten people are called; the others wait for a confirmation. */
  firstTen: boolean
  /** The fingerprint of its people. */
  recipients: string
  /** You requested it, perhaps with another account of yours, so you cannot approve it. */
  isOwn: boolean
  /** What you and whoever requested it have in common. */
  matching: AccountMatch[]
  /** When it was requested, and until when it waits; epoch ms. */
  at: number
  until: number
  /** The batch's start time, epoch ms; null: at once. */
  scheduledAt: number | null
  /** A sentence for each rule that the requester has overruled, with the reason if one was given. */
  overruled: string[]
  /** Why the last attempt to start it was refused; null: none was. The request keeps waiting. */
  problem: string | null
  decidedBy: string | null
  decidedAt: number | null
  reason: string | null
  /** The started batch; null: none yet, or unknown. */
  batchId: string | null
}

/** A row: its number in the file that a person chose, or in the file that is sent, and its cells in the order of the columns. */
interface Row {
  row: number
  cells: string[]
}

/** An approval with the first and last people to be called; none once it is decided. */
export interface ApprovalDetails extends Approval {
  columns: string[]
  first: Row[]
  last: Row[]
}

export const approvalEndpoints = {
  /** Starts that wait for a second person, oldest first, and those of the last days that are decided. */
  approvalList: { response: z.custom<{ approvals: Approval[] }>() },
  /** Everything of a start is checked and recorded; nothing is sent. */
  approvalAsk: { upload: LaunchUpload, response: z.custom<Approval>() },
  approvalShow: { response: z.custom<ApprovalDetails>() },
  /** Makes the start, as that of whoever asked. All checks are made again. */
  approvalStart: {
    body: z.strictObject({
      /** The fingerprint that you saw. */
      recipients: nonBlank,
    }),
    response: z.custom<LaunchStarted>(),
  },
  approvalDecline: {
    body: z.strictObject({ reason: nonBlank.check(z.maxLength(500)) }),
    response: z.custom<Approval>(),
  },
  approvalWithdraw: { response: z.custom<Approval>() },
}
