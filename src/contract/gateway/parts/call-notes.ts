/** The gateway's endpoints for the team's notes on a call. They are stored in Switchboard only: the service never gets them. */
import * as z from 'zod/mini'
import { callRequests } from '../../requests/calls.ts'
import { epochMs, nonBlankUpTo } from '../../shared/wire.ts'
import { callNoteLimits } from './call-note-limits.ts'
import { gatewayEndpoint } from './endpoint-parts.ts'

/** A note of a colleague. */
export const CallNote = z.object({
  noteId: z.string(),
  text: z.string(),
  operator: z.string(),
  operatorId: z.string(),
  at: epochMs,
})
export type CallNote = z.output<typeof CallNote>

/** An operator who has the page of a call open. */
export const CallViewer = z.object({ operatorId: z.string(), operator: z.string() })
export type CallViewer = z.output<typeof CallViewer>

export const CallNotes = z.object({
  /** false: the call is not kept, so notes cannot be stored. */
  isKept: z.boolean(),
  /** Oldest first. */
  notes: z.array(CallNote),
  /** Who has the page of the call open, the operator included. */
  viewers: z._default(z.array(CallViewer), []),
})
export type CallNotes = z.output<typeof CallNotes>

const common = { workspace: true } as const

export const callNoteEndpoints = {
  callNoteList: gatewayEndpoint(callRequests.callNoteList, {
    ...common,
    summary: "The team's notes on a call, which the service does not see, and who has its page open.",
    response: CallNotes,
  }),
  callNoteAdd: gatewayEndpoint(callRequests.callNoteAdd, {
    ...common,
    summary:
      'Write a note on a call. It is deleted with the call. A repeat with the same Idempotency-Key stores nothing.',
    body: z.strictObject({ text: nonBlankUpTo(callNoteLimits.noteLength) }),
    response: CallNote,
  }),
  callNoteDelete: gatewayEndpoint(callRequests.callNoteDelete, {
    ...common,
    summary: 'Delete your own note on a call; administrators may delete any.',
    response: z.object({ deleted: z.boolean() }),
  }),
}
