/**
 * Notes of the team on calls. They are stored here only: the service never gets them. They belong to a kept call and are deleted
 * with it (a foreign key), so the retention time of calls applies to them too.
 */
import { createHash } from 'node:crypto'
import { type CallNote, type CallNotes as CallNotesAnswer, callNoteLimits, type Operator } from '#contract/index.ts'
import type { RecordAction } from '../../ledger/admin-actions.ts'
import type { Clock } from '../../shared/clock.ts'
import { refusal } from '../../shared/refusals.ts'
import type { Store, Tables } from '../../store/store.ts'

interface CallKey {
  workspace: string
  roomName: string
}

const callNotKept = () =>
  refusal({
    status: 409,
    code: 'call_not_kept',
    message:
      'Switchboard does not keep this call, so nothing was stored. How long calls are kept is a setting, under Data.',
  })
const tooMany = (message: string) =>
  refusal({ status: 409, code: 'too_many', message: `${message} Nothing was stored.` })
const noteOfSomebodyElse = (author: string) =>
  refusal({
    status: 403,
    code: 'not_yours',
    message: `${author} wrote this note. Only they or an administrator can delete it.`,
  })

const present = (row: Tables['call_notes']): CallNote => ({
  noteId: row.id,
  text: row.text,
  operator: row.operator,
  operatorId: row.operator_id,
  at: row.at,
})

export function createCallNotes(deps: { store: Store; recordAction: RecordAction; clock: Clock }) {
  const { store, recordAction, clock } = deps

  const notesOf = (store: Store, { workspace, roomName }: CallKey) =>
    store.selectFrom('call_notes').where('workspace', '=', workspace).where('room_name', '=', roomName)
  const isKept = async (store: Store, { workspace, roomName }: CallKey): Promise<boolean> => {
    const row = await store
      .selectFrom('kept_calls')
      .select('room_name')
      .where('workspace', '=', workspace)
      .where('room_name', '=', roomName)
      .executeTakeFirst()
    return row !== undefined
  }

  /** @throws Refusal 409 `call_not_kept` */
  async function assertKept(store: Store, call: CallKey): Promise<void> {
    // guard: notes-belong-to-a-kept-call
    if (!(await isKept(store, call))) throw callNotKept()
  }

  return {
    /** The notes of a call. */
    async list(call: CallKey): Promise<Omit<CallNotesAnswer, 'viewers'>> {
      const rows = await notesOf(store, call).selectAll().orderBy('at').orderBy('id').execute()
      return {
        isKept: await isKept(store, call),
        notes: rows.map(present),
      }
    },

    /**
     * Stores a note.
     *
     * @param note.key the Idempotency-Key: with the same key, the operator's note is stored once
     * @throws Refusal 409 `call_not_kept`, `too_many`; 503 `not_recorded`
     */
    async add(call: CallKey, { text, key }: { text: string; key: string }, operator: Operator): Promise<CallNote> {
      const { workspace, roomName } = call
      const noteId = createHash('sha256')
        .update(JSON.stringify([workspace, roomName, operator.id, key]))
        .digest('hex')
        .slice(0, 32)
      const find = (store: Store) => notesOf(store, call).selectAll().where('id', '=', noteId).executeTakeFirst()
      const stored = await find(store)
      if (stored) return present(stored)
      const ids = { workspaceId: workspace, roomName, noteId }
      return recordAction({ endpoint: 'callNoteAdd', ids, operator }, () =>
        store.transaction().execute(async (store) => {
          await assertKept(store, call)
          const { count } = await notesOf(store, call)
            .select(({ fn }) => fn.countAll().as('count'))
            .executeTakeFirstOrThrow()
          // guard: notes-are-bounded
          if (Number(count) >= callNoteLimits.notes)
            throw tooMany(`A call has at most ${callNoteLimits.notes} notes. Delete one first.`)
          const row = {
            id: noteId,
            workspace,
            room_name: roomName,
            text,
            operator_id: operator.id,
            operator: operator.name,
            at: clock.now(),
          }
          await store
            .insertInto('call_notes')
            .values(row)
            .onConflict((conflict) => conflict.column('id').doNothing())
            .execute()
          return present((await find(store)) ?? row)
        }),
      )
    },

    /**
     * Deletes a note.
     *
     * @returns false when there is none
     * @throws Refusal 403 `not_yours`; 503 `not_recorded`
     */
    async remove(call: CallKey, noteId: string, operator: Operator): Promise<boolean> {
      const note = await notesOf(store, call).selectAll().where('id', '=', noteId).executeTakeFirst()
      if (!note) return false
      const isOwn = note.operator_id === operator.id
      // guard: notes-of-others-are-deleted-by-administrators
      if (!isOwn && !operator.roles.includes('admin')) throw noteOfSomebodyElse(note.operator)
      const ids = { workspaceId: call.workspace, roomName: call.roomName, noteId }
      const { numDeletedRows } = await recordAction({ endpoint: 'callNoteDelete', ids, operator }, () =>
        store.deleteFrom('call_notes').where('id', '=', noteId).executeTakeFirst(),
      )
      return Number(numDeletedRows) > 0
    },
  }
}
