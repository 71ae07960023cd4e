/**
 * Stores agents, flows, messaging agents and message flows. All have a name, the JSON of their fields and two times. Each kind
 * defines its fields in its own file.
 */
import { type Kysely, sql } from 'kysely'
import { enqueueEvent } from '../events/events.ts'
import { toIsoTime } from '../shared/clock.ts'
import type { Caller, ServiceContext } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { type Page, readPage } from '../shared/pagination.ts'
import { newId } from '../shared/random.ts'
import type { Database, RecordRow, Tables } from '../store/database.ts'

type Kind = 'agent' | 'flow' | 'messaging_agent' | 'message_flow'
interface KindDefinition {
  /** Name in messages. */
  title: string
  /** The scope that owns the record; callers of that scope can access it. */
  owner: keyof Caller
  /** The prefix of its events (specification 6); null: no events. */
  event: 'agent' | 'flow' | null
}
const kinds: Record<Kind, KindDefinition> = {
  agent: { title: 'agent', owner: 'organisation', event: 'agent' },
  flow: { title: 'flow', owner: 'organisation', event: 'flow' },
  messaging_agent: { title: 'messaging agent', owner: 'workspace', event: null },
  message_flow: { title: 'message flow', owner: 'workspace', event: null },
}

/** What all kinds of records have in the interface, besides their ID. */
export const fieldsOf = ({ name, record, created_at, updated_at }: RecordRow) => ({
  name,
  ...(JSON.parse(record) as object),
  createdAt: toIsoTime(created_at),
  updatedAt: toIsoTime(updated_at),
})

/** The columns that a handler sets. */
type Content<K extends Kind> = Omit<Tables[K], Exclude<keyof RecordRow, 'name' | 'record'>>

/** Types all kinds' tables by their shared columns. A kind's own column is part of its `Content`. */
const tables = (database: Database) => database as unknown as Kysely<{ [K in Kind]: RecordRow }>

/**
 * Finds a record; accepts a transaction.
 *
 * @param owner the organization of an agent or flow, the workspace of a messaging agent or message flow
 * @returns undefined if it does not exist or belongs to another owner
 */
export async function findRecord<K extends Kind>(database: Database, kind: K, owner: string, id: string) {
  const table: Kind = kind
  const row = await tables(database)
    .selectFrom(table)
    .selectAll()
    .where('id', '=', id)
    .where(kinds[kind].owner, '=', owner)
    .executeTakeFirst()
  return row as Tables[K] | undefined
}

/**
 * Creates the store of one kind of record.
 *
 * @returns `find` (throws ApiError 404 for unknown records), `list` (newest first), `create`, `update`, `remove`
 */
export function createRecordStore<K extends Kind>(context: ServiceContext, kind: K) {
  const { clock, random } = context
  const { title, owner, event } = kinds[kind]
  type Row = Tables[K]
  const table: Kind = kind
  const db = tables(context.database)

  /** Writes a record and enqueues its event in the same transaction. */
  const write = (
    { id, name, organisation }: RecordRow,
    change: 'created' | 'updated',
    work: (database: ReturnType<typeof tables>) => Promise<unknown>,
  ) =>
    context.database.transaction().execute(async (database) => {
      await work(tables(database))
      if (event !== null) {
        await enqueueEvent(context, database, organisation, { event: `${event}.${change}`, data: { id, name } })
      }
    })

  return {
    find: async (caller: Caller, id: string): Promise<Row> => {
      const row = await findRecord(context.database, kind, caller[owner], id)
      if (row === undefined) throw notFound(`The ${title} ${id}`)
      return row
    },

    list: async (
      caller: Caller,
      query: { page: number; limit: number; search?: string | undefined },
    ): Promise<Page<Row>> => {
      const ordered = db
        .selectFrom(table)
        .selectAll()
        .where(owner, '=', caller[owner])
        .where(sql<boolean>`instr(lower(name), lower(${query.search ?? ''})) > 0`)
        .orderBy('created_at', 'desc')
        .orderBy('id')
      return (await readPage(ordered, query)) as Page<Row>
    },

    create: async (caller: Caller, content: Content<K>): Promise<Row> => {
      const now = clock.now()
      const row = {
        ...caller,
        id: newId.record(random),
        ...content,
        created_at: now,
        updated_at: now,
      } as unknown as Row
      await write(row, 'created', (database) => database.insertInto(table).values(row).execute())
      return row
    },

    update: async (before: Row, content: Content<K>): Promise<Row> => {
      // Always increases, even within a millisecond, because clients compare versions by it.
      const after = { ...content, updated_at: Math.max(clock.now(), before.updated_at + 1) }
      const row: Row = { ...before, ...after }
      await write(row, 'updated', (database) =>
        database.updateTable(table).set(after).where('id', '=', before.id).execute(),
      )
      return row
    },

    /** Deletes a record. `beforeDelete` runs in the same transaction. */
    remove: (row: Row, beforeDelete?: (database: Database) => Promise<unknown>): Promise<void> =>
      context.database.transaction().execute(async (database) => {
        await beforeDelete?.(database)
        await tables(database).deleteFrom(table).where('id', '=', row.id).execute()
      }),
  }
}
