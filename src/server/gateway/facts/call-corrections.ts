/**
 * What people say came of calls. A correction replaces the outcome in the row of its call. What was seen is kept beside it and follows what
 * is seen later, so that a correction can be taken back.
 */
import type { CallOutcome } from '#contract/index.ts'
import { lockCalls } from '../calls/kept/kept-call-rows.ts'
import type { Store } from '../store/store.ts'
import type { CallCorrectionTable, CallFactTable } from '../store/tables/facts.ts'

/** The end of a room's name is the ID of its call (interface 6). */
const callIdOf = (roomName: string): string | null => /-([a-z0-9]{10})$/.exec(roomName)?.[1] ?? null

/** The room of a call. One that no source named has the agent's ID and its own in its name (interface 6). null: unknown. */
export function roomOf({
  room_name,
  agent_id,
  call_id,
}: Pick<CallFactTable, 'room_name' | 'agent_id' | 'call_id'>): string | null {
  if (room_name !== null || agent_id === null || call_id === null) return room_name
  const name = `${agent_id}-${call_id}`
  return callIdOf(name) === call_id ? name : null
}

const outcomeIn = ({ outcome, outcome_source, outcome_line, line_count }: CallFactTable) => ({
  outcome,
  outcome_source,
  outcome_line,
  line_count,
})

const byPerson = ({ outcome }: Pick<CallCorrectionTable, 'outcome'>) =>
  ({ outcome, outcome_source: 'person', outcome_line: null }) as const

/** The correction of a call. A call that is known by its ID alone has the room whose name ends with it. */
export const findCorrection = (
  store: Store,
  { room_name, call_id }: Pick<CallFactTable, 'room_name' | 'call_id'>,
): Promise<CallCorrectionTable | undefined> =>
  store
    .selectFrom('call_corrections')
    .selectAll()
    .where((eb) => (room_name === null ? eb('call_id', '=', call_id) : eb('room_name', '=', room_name)))
    .executeTakeFirst()

/** What people say came of the calls in these rooms. */
export async function correctedOutcomes(
  store: Store,
  roomNames: readonly string[],
): Promise<ReadonlyMap<string, CallOutcome>> {
  if (roomNames.length === 0) return new Map()
  const rows = await store
    .selectFrom('call_corrections')
    .select(['room_name', 'outcome'])
    .where('room_name', 'in', roomNames)
    .execute()
  return new Map(rows.map(({ room_name, outcome }) => [room_name, outcome]))
}

/** A row with what was seen of its call, without its correction. */
export async function withoutCorrection(store: Store, row: CallFactTable): Promise<CallFactTable> {
  if (row.outcome_source !== 'person') return row
  const correction = await findCorrection(store, row)
  return correction?.seen ? { ...row, ...(JSON.parse(correction.seen) as ReturnType<typeof outcomeIn>) } : row
}

/** A row with the correction of its call, if there is one. Stores beside the correction what was seen. */
export async function withCorrection(store: Store, row: CallFactTable): Promise<CallFactTable> {
  const correction = await findCorrection(store, row)
  if (!correction) return row
  const seen = JSON.stringify(outcomeIn(row))
  const { room_name } = correction
  if (seen !== correction.seen)
    await store.updateTable('call_corrections').set({ seen }).where('room_name', '=', room_name).execute()
  return { ...row, ...byPerson(correction) }
}

/** The rows of the call in this room. */
export const factsOfRoom = (store: Store, roomName: string) =>
  store
    .selectFrom('call_facts')
    .selectAll()
    .where((eb) => eb.or([eb('room_name', '=', roomName), eb('call_id', '=', callIdOf(roomName))]))

/**
 * Corrects the outcome of a call, or takes the correction back. Call in a transaction.
 *
 * @param correction null: what was seen counts again
 */
export async function changeCorrection(
  store: Store,
  roomName: string,
  correction: Pick<CallCorrectionTable, 'outcome' | 'operator_id' | 'operator' | 'at'> | null,
): Promise<void> {
  await lockCalls(store)
  const rows = await factsOfRoom(store, roomName).execute()
  const seenRows: CallFactTable[] = []
  for (const row of rows) seenRows.push(await withoutCorrection(store, row))
  await store.deleteFrom('call_corrections').where('room_name', '=', roomName).execute()
  if (correction)
    await store
      .insertInto('call_corrections')
      .values({ ...correction, room_name: roomName, call_id: callIdOf(roomName), seen: null })
      .execute()
  for (const row of seenRows) {
    const changed = outcomeIn(await withCorrection(store, row))
    await store.updateTable('call_facts').set(changed).where('id', '=', row.id).execute()
  }
}

/** Deletes corrections of calls whose figures are deleted. @param before epoch ms */
export async function deleteOldCorrections(store: Store, before: number): Promise<void> {
  await store.deleteFrom('call_corrections').where('at', '<', before).execute()
}
