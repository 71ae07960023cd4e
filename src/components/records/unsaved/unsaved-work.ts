/** The unsaved work of one open form: what was restored when it opened, and what is stored while somebody edits. */
import { isEqual } from '../draft/record-draft.ts'
import type { DraftOwner, FormContent, SentCommand, StoredDraft } from './stored-drafts.ts'

/** The form's stored draft, or a new one. */
interface Opened {
  owner: DraftOwner
  form: string
  id: string
  entry: StoredDraft | null
}

interface Deps {
  store: (draft: StoredDraft) => Promise<void>
  remove: (id: string) => Promise<void>
  now: () => number
  /** Calls the function a moment later, and returns a function that prevents it. */
  later: (run: () => void) => () => void
  /** This browser cannot store anything. */
  onBroken: () => void
}

export type UnsavedWork = ReturnType<typeof createUnsavedWork>

export function createUnsavedWork({ owner, form, id, entry }: Opened, deps: Deps) {
  /** What was last stored; null: nothing. */
  let stored: FormContent | null = entry
  /** What is to be stored next. */
  let next: FormContent | null = null
  let sent: SentCommand | null = entry?.sent ?? null
  let isClosed = false
  /** Prevents what is planned; null: nothing is. */
  let cancelPlan: (() => void) | null = null

  const isStored = (content: FormContent) =>
    stored !== null && isEqual([stored.before, stored.draft], [content.before, content.draft])

  function write(content: FormContent) {
    stored = content
    deps.store({ ...owner, form, id, ...content, sent, savedAt: deps.now() }).catch(deps.onBroken)
  }
  function cancel() {
    cancelPlan?.()
    cancelPlan = null
  }
  function remove() {
    cancel()
    next = null
    sent = null
    if (stored === null) return
    stored = null
    deps.remove(id).catch(deps.onBroken)
  }
  /** Stores at once what was to be stored a moment later. */
  function flush() {
    cancel()
    if (next && !isClosed) write(next)
    next = null
  }

  return {
    id,
    /** What an earlier document left; null: nothing. */
    restored: entry && { draft: entry.draft, before: entry.before, savedAt: entry.savedAt },
    /** Whether the form has something unsaved, was saved or discarded, or has sent a command that may have happened. */
    isUsed: () => isClosed || next !== null || stored !== null || sent !== null,
    /** Stores the content a moment later. null: the form has nothing unsaved. */
    update(content: FormContent | null) {
      if (isClosed) return
      if (content === null) return remove()
      next = isStored(content) ? null : content
      // A plan that exists stays, so that somebody who types without a pause is stored too.
      if (next) cancelPlan ??= deps.later(flush)
    },
    flush,
    /** The form was saved or discarded: removes what is stored, and stores nothing more. */
    close() {
      remove()
      isClosed = true
    },
    /** The key of the command that saves the form. It is stored before the command is sent. */
    commandKey: {
      read: (content: string | undefined) => (sent?.content === content ? (sent?.key ?? null) : null),
      write(key: string | null, content: string | undefined) {
        sent = key === null ? null : { key, content }
        const latest = next ?? stored
        cancel()
        next = null
        if (latest && !isClosed) write(latest)
      },
    },
  }
}
