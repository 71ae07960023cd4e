/** Deletes what the activity made some days ago, so that the database does not grow without bound. */
import { dayMs } from '../seed/seed-context.ts'
import type { ServiceContext } from '../shared/context.ts'

const keptMs = 3 * dayMs
/** Rows of one transaction, because no request is served while it runs. */
const maxRows = 50

/** Deletes some old batches and conversations of the activity, the oldest first. Records of operators are never deleted. */
export async function deleteOld({ database, clock }: ServiceContext): Promise<void> {
  const before = clock.now() - keptMs
  await database.transaction().execute(async (database) => {
    const old = await database
      .selectFrom('activity')
      .select(['kind', 'id'])
      .where('kind', '!=', 'seeded-batch')
      .where('created_at', '<', before)
      // A batch that is not complete still has calls.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('batch')
              .select('batch.id')
              .whereRef('batch.id', '=', 'activity.id')
              .where('status', 'not in', ['completed', 'cancelled', 'failed']),
          ),
        ),
      )
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('call')
              .select('call_id')
              .whereRef('call.batch_id', '=', 'activity.id')
              .where('call.status', '=', 'active'),
          ),
        ),
      )
      .orderBy('created_at')
      .limit(maxRows)
      .execute()
    const idsOf = (kind: string) => old.filter((row) => row.kind === kind).map(({ id }) => id)
    const [batches, conversations] = [idsOf('batch'), idsOf('conversation')]
    if (batches.length > 0) {
      await database.deleteFrom('call').where('batch_id', 'in', batches).where('status', '!=', 'active').execute()
      await database.deleteFrom('job').where('batch_id', 'in', batches).execute()
      await database.deleteFrom('batch').where('id', 'in', batches).execute()
    }
    if (conversations.length > 0) {
      await database.deleteFrom('reply').where('conversation_id', 'in', conversations).execute()
      await database.deleteFrom('message').where('conversation_id', 'in', conversations).execute()
      await database.deleteFrom('conversation').where('id', 'in', conversations).execute()
    }
    for (const { id } of old) await database.deleteFrom('activity').where('id', '=', id).execute()
  })
}
