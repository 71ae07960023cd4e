/**
 * What agents, flows, messaging agents and message flows have in common: each is a row with a name, the JSON of its fields, and
 * two times. What a record says is its own file's; how it is found, listed, made, changed and removed stands here.
 */
import { type Kysely, sql } from 'kysely'
import type { Pagination } from '#contract/index.ts'
import { enqueueEvent } from '../events/events.ts'
import type { Caller, ServiceContext } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { offsetOf, paginationOf } from '../shared/pagination.ts'
import { ids } from '../shared/random.ts'
import type { Database, RecordRow, Tables } from '../store/database.ts'

type Kind = 'agent' | 'flow' | 'messaging_agent' | 'message_flow'
interface Facts {
  /** What people call it. */
  title: string
  /** What it belongs to: who has that may see it. */
  owner: keyof Caller
  /** Whose events tell of it (specification 6); null: none do. */
  event: 'agent' | 'flow' | null
}
const kinds: Record<Kind, Facts> = {
  agent: { title: 'agent', owner: 'organisation', event: 'agent' },
  flow: { title: 'flow', owner: 'organisation', event: 'flow' },
  messaging_agent: { title: 'messaging agent', owner: 'workspace', event: null },
  message_flow: { title: 'message flow', owner: 'workspace', event: null },
}

/** What a handler decides of a row. */
type Content<K extends Kind> = Omit<Tables[K], Exclude<keyof RecordRow, 'name' | 'record'>>

/** The kinds share these columns; a kind's own column travels in its content. */
const tables = (database: Database) => database as unknown as Kysely<{ [K in Kind]: RecordRow }>

/**
 * Finds a record, also inside a transaction.
 *
 * @param owner the organization of an agent or flow, the workspace of a messaging agent or message flow
 * @returns undefined when it does not exist or belongs to others
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
 * The records of one kind.
 *
 * @returns `existing` (throws 404 for what does not exist or belongs to others), `list` (newest first), `add`, `change`, `remove`
 */
export function recordsOf<K extends Kind>(context: ServiceContext, kind: K) {
  const { clock, random } = context
  const { title, owner, event } = kinds[kind]
  type Row = Tables[K]
  const table: Kind = kind
  const db = tables(context.database)

  /** Writes a record, and announces it in the same transaction. */
  const write = (
    { id, name, organisation }: RecordRow,
    did: 'created' | 'updated',
    work: (database: ReturnType<typeof tables>) => Promise<unknown>,
  ) =>
    context.database.transaction().execute(async (database) => {
      await work(tables(database))
      if (event !== null) {
        await enqueueEvent(context, database, organisation, { event: `${event}.${did}`, data: { id, name } })
      }
    })

  return {
    existing: async (caller: Caller, id: string): Promise<Row> => {
      const row = await findRecord(context.database, kind, caller[owner], id)
      if (row === undefined) throw notFound(`The ${title} ${id}`)
      return row
    },

    list: async (
      caller: Caller,
      query: { page: number; limit: number; search?: string | undefined },
    ): Promise<{ rows: Row[]; pagination: Pagination }> => {
      const matching = db
        .selectFrom(table)
        .where(owner, '=', caller[owner])
        .where(sql<boolean>`instr(lower(name), lower(${query.search ?? ''})) > 0`)
      const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const rows = await matching
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(query.limit)
        .offset(offsetOf(query))
        .execute()
      return { rows: rows as Row[], pagination: paginationOf(query, total) }
    },

    add: async (caller: Caller, content: Content<K>): Promise<Row> => {
      const now = clock.now()
      const row = { ...caller, id: ids.record(random), ...content, created_at: now, updated_at: now } as unknown as Row
      await write(row, 'created', (database) => database.insertInto(table).values(row).execute())
      return row
    },

    change: async (before: Row, content: Content<K>): Promise<Row> => {
      // Later than before, even in the same millisecond: readers tell versions apart by it.
      const after = { ...content, updated_at: Math.max(clock.now(), before.updated_at + 1) }
      const row: Row = { ...before, ...after }
      await write(row, 'updated', (database) =>
        database.updateTable(table).set(after).where('id', '=', before.id).execute(),
      )
      return row
    },

    /** In a transaction of its own, with what else has to happen. */
    remove: (row: Row, also?: (database: Database) => Promise<unknown>): Promise<void> =>
      context.database.transaction().execute(async (database) => {
        await also?.(database)
        await tables(database).deleteFrom(table).where('id', '=', row.id).execute()
      }),
  }
}
