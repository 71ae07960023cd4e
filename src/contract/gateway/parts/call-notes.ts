/** The gateway's endpoints for the team's notes and tags on a call. They are stored in Switchboard only: the service never gets them. */
import * as z from 'zod/mini'
import { endpoint, everyone } from '../../shared/endpoint.ts'
import { polled } from '../../shared/freshness.ts'
import { nonBlankUpTo } from '../../shared/wire.ts'
import { callNoteLimits } from './call-note-limits.ts'
import { ofGateway } from './endpoint-parts.ts'

/** The most tags that are suggested, of those that the workspace uses. */
export const maxKnownTags = 100

/** A note of a colleague. */
export const CallNote = z.object({
  noteId: z.string(),
  text: z.string(),
  operator: z.string(),
  operatorId: z.string(),
  /** Epoch ms. */
  at: z.number(),
})
export type CallNote = z.output<typeof CallNote>

/** A few words. Upper and lower case are the same tag. */
export const CallTag = nonBlankUpTo(callNoteLimits.tagLength)
/** Tags in alphabetical order. */
export const CallTags = z._default(z.array(z.string()), [])

/** An operator who has the page of a call open. */
export const CallViewer = z.object({ operatorId: z.string(), operator: z.string() })
export type CallViewer = z.output<typeof CallViewer>

export const CallNotes = z.object({
  /** false: the call is not kept, so notes and tags cannot be stored. */
  isKept: z.boolean(),
  /** Oldest first. */
  notes: z.array(CallNote),
  tags: z.array(z.string()),
  /** The tags that calls of this workspace have, in alphabetical order. */
  knownTags: z.array(z.string()),
  /** Who has the page of the call open, the operator included. */
  viewers: z._default(z.array(CallViewer), []),
})
export type CallNotes = z.output<typeof CallNotes>

const common = {
  ...ofGateway,
  workspace: true,
  label: 'Writing notes on calls',
  roles: everyone,
} as const
const changed = ['callNoteList', 'keptCallList'] as const

export const callNoteEndpoints = {
  callNoteList: endpoint({
    ...common,
    method: 'GET',
    path: '/gateway/call-notes/{roomName}',
    freshness: polled(5),
    summary: "The team's notes and tags on a call, which the service does not see, and who has its page open.",
    response: CallNotes,
  }),
  callNoteAdd: endpoint({
    ...common,
    method: 'POST',
    path: '/gateway/call-notes/{roomName}',
    done: 'Wrote a note on a call',
    invalidates: changed,
    summary:
      'Write a note on a call. It is deleted with the call. A repeat with the same Idempotency-Key stores nothing.',
    body: z.strictObject({ text: nonBlankUpTo(callNoteLimits.noteLength) }),
    response: CallNote,
  }),
  callNoteDelete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/gateway/call-notes/{roomName}/{noteId}',
    done: 'Deleted a note on a call',
    invalidates: changed,
    summary: 'Delete your own note on a call; administrators may delete any.',
    response: z.object({ deleted: z.boolean() }),
  }),
  callTagChange: endpoint({
    ...common,
    method: 'PUT',
    path: '/gateway/call-notes/{roomName}/tags',
    done: 'Changed the tags of a call',
    invalidates: changed,
    summary: 'Put a tag on a call, or remove it. Upper and lower case are the same tag.',
    body: z.strictObject({ tag: CallTag, isOn: z.boolean() }),
    response: z.object({ tags: z.array(z.string()) }),
  }),
}
