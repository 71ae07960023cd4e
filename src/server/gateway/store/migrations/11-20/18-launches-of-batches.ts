/** A step of the gateway's tables: which launch each batch is a part of. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The columns that this step reads and writes, as they were then. */
interface Tables {
  known_batches: {
    batch_id: string
    launch_id: string
    name: string
    effect_id: string | null
  }
  effects: { id: string; ids: string }
}
interface Ids {
  originId?: string
  originCalls?: string
  recipients?: string
}

export const launchesOfBatches: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('known_batches')
      .addColumn('launch_id', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.schema.createIndex('known_batches_launch').on('known_batches').column('launch_id').execute()
    const store = db as Kysely<Tables>
    const rows = await store
      .selectFrom('known_batches as b')
      .leftJoin('effects as e', 'e.id', 'b.effect_id')
      .select(['b.batch_id', 'b.effect_id', 'b.name', 'e.ids'])
      .orderBy(sql`coalesce(b.started_at, b.seen_at)`)
      .execute()
    const byBatch = new Map<string, string>()
    /** By the fingerprint of a whole launch and the name of its batch: the others after the first ten have the same fingerprint. */
    const byPeople = new Map<string, string>()
    for (const { batch_id, effect_id, name, ids } of rows) {
      const { originId = '', originCalls, recipients } = JSON.parse(ids ?? '{}') as Ids
      const remainder = name.endsWith(', the others') ? byPeople.get(`${recipients} ${name.slice(0, -12)}`) : undefined
      const origin = originCalls === 'never_called' ? byBatch.get(originId) : undefined
      const launch_id = remainder ?? origin ?? effect_id ?? batch_id
      byBatch.set(batch_id, launch_id)
      if (recipients) byPeople.set(`${recipients} ${name}`, launch_id)
      await store.updateTable('known_batches').set({ launch_id }).where('batch_id', '=', batch_id).execute()
    }
  },
}
