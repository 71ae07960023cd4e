/** Migration: which launch each batch belongs to. A launch is a batch with all later batches for its remaining people. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The columns that this migration reads and writes, as they are before later migrations. */
interface Tables {
  known_batches: {
    batch_id: string
    launch_id: string
    name: string
    effect_id: string | null
  }
  effects: { id: string; ids: string }
}
/** The fields of `effects.ids` that link batches. */
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
    const launchByBatch = new Map<string, string>()
    /** By recipients' fingerprint and batch name: the batch with the remaining people has the fingerprint of the whole launch. */
    const launchByRecipients = new Map<string, string>()
    for (const { batch_id, effect_id, name, ids } of rows) {
      const { originId = '', originCalls, recipients } = JSON.parse(ids ?? '{}') as Ids
      const remainder = name.endsWith(', the others')
        ? launchByRecipients.get(`${recipients} ${name.slice(0, -12)}`)
        : undefined
      const origin = originCalls === 'never_called' ? launchByBatch.get(originId) : undefined
      const launch_id = remainder ?? origin ?? effect_id ?? batch_id
      launchByBatch.set(batch_id, launch_id)
      if (recipients) launchByRecipients.set(`${recipients} ${name}`, launch_id)
      await store.updateTable('known_batches').set({ launch_id }).where('batch_id', '=', batch_id).execute()
    }
  },
}
