/**
 * Shares the operators' views among gateways. Each gateway writes its operators' views to its own row (table `looks`), at most once a second.
 * Every gateway loads the others' rows, since any of them may become the one that polls.
 */
import type { Cluster } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'

/** A viewed read: its key, whether it is in focus for any operator, and how many view it. */
export type SharedView = [key: string, isFocus: boolean, people: number]

/** The shortest time between two writes of a gateway, and the time after which unchanged views are written again. */
const minWriteIntervalMs = 1_000
const renewAfterMs = 2_500
/** How long a gateway's views count. If they are older, the gateway has ended or nobody views anything there. */
const viewTtlMs = 6_000

export type SharedViews = ReturnType<typeof createSharedViews>

export function createSharedViews({ store, cluster, clock }: { store: Store; cluster: Cluster; clock: Clock }) {
  const otherGateways = new Map<number, { looks: SharedView[]; until: number }>()
  let lastWrite = { text: '[]', at: -Infinity }
  let notifyChange = () => {}

  async function load(gateway: number): Promise<void> {
    const row = await store.selectFrom('looks').select('looks').where('gateway', '=', gateway).executeTakeFirst()
    if (!row) return
    const until = clock.steady() + viewTtlMs
    otherGateways.set(gateway, { looks: JSON.parse(row.looks) as SharedView[], until })
    notifyChange()
  }

  async function write(looks: string): Promise<void> {
    const { number: gateway } = cluster
    await store
      .insertInto('looks')
      .values({ gateway, looks })
      .onConflict((conflict) => conflict.column('gateway').doUpdateSet({ looks }))
      .execute()
    cluster.publish('looks', { gateway })
  }

  cluster.subscribe('looks', ({ gateway }) => void load(gateway).catch(() => {}))
  cluster.onTakeOver(async (numbers) => {
    await store.deleteFrom('looks').where('gateway', 'in', numbers).execute()
  })

  return {
    /** The views of the other gateways' operators now. */
    others(): SharedView[] {
      const now = clock.steady()
      for (const [gateway, { until }] of otherGateways) if (until < now) otherGateways.delete(gateway)
      return [...otherGateways.values()].flatMap(({ looks }) => looks)
    },

    /** Publishes the views of this gateway's operators. Call it often: it writes only when needed. */
    publish(looks: SharedView[]): void {
      const now = clock.steady()
      const text = JSON.stringify(looks)
      const mustRenew = looks.length > 0 && now - lastWrite.at >= renewAfterMs
      if (now - lastWrite.at < minWriteIntervalMs || (text === lastWrite.text && !mustRenew)) return
      lastWrite = { text, at: now }
      // While the database is unavailable, each gateway polls for its own operators.
      write(text).catch(() => {
        lastWrite.text = ''
      })
    },

    /** Calls back when another gateway's views have changed. */
    onChange: (listener: () => void): void => {
      notifyChange = listener
    },

    /** Whether this gateway polls. A gateway that cannot reach the database polls for its own operators. */
    isPoller: () => cluster.isLeader() || !cluster.isMember(),
  }
}
