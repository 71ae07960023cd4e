/** Reads the team's tags and the number of notes of kept calls, for lists of calls. */
import { type RawBuilder, sql } from 'kysely'
import { maxKnownTags } from '#contract/index.ts'
import type { Store } from '../../store/store.ts'

/** Two spellings with the same folded form are the same tag. */
export const foldTag = (tag: string): string => tag.trim().replace(/\s+/g, ' ').toLowerCase()

/** The condition that a row of `kept_calls` has a tag, in any spelling. */
export const hasTag = (workspace: string, tag: string): RawBuilder<boolean> =>
  sql<boolean>`room_name in (select t.room_name from call_tags as t
    where t.workspace = ${workspace} and t.folded = ${foldTag(tag)})`

/** The tags and the number of notes of some calls. */
export async function loadMarks(store: Store, workspace: string, roomNames: readonly string[]) {
  if (roomNames.length === 0) return { tagsOf: () => [], noteCountOf: () => 0 }
  const [tags, notes] = await Promise.all([
    store
      .selectFrom('call_tags')
      .select(['room_name', 'tag'])
      .where('workspace', '=', workspace)
      .where('room_name', 'in', roomNames)
      .orderBy('folded')
      .execute(),
    store
      .selectFrom('call_notes')
      .select(({ fn }) => ['room_name', fn.countAll().as('count')])
      .where('workspace', '=', workspace)
      .where('room_name', 'in', roomNames)
      .groupBy('room_name')
      .execute(),
  ])
  return {
    tagsOf: (roomName: string) => tags.flatMap(({ room_name, tag }) => (room_name === roomName ? [tag] : [])),
    noteCountOf: (roomName: string) => Number(notes.find(({ room_name }) => room_name === roomName)?.count ?? 0),
  }
}

/**
 * The tags that calls of a workspace have, in alphabetical order. Of different spellings, one. Each step looks up the next tag in the
 * index, so it takes as long for many tagged calls as for few.
 */
export async function loadKnownTags(store: Store, workspace: string): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    with recursive known (folded) as (
      select min(t.folded) from call_tags as t where t.workspace = ${workspace}
      union all
      select (select min(t.folded) from call_tags as t where t.workspace = ${workspace} and t.folded > known.folded)
      from known where known.folded is not null
    )
    select (select t.tag from call_tags as t where t.workspace = ${workspace} and t.folded = known.folded limit 1) as tag
    from known where known.folded is not null limit ${maxKnownTags}`.execute(store)
  return rows.map(({ tag }) => tag)
}
