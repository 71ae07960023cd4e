/**
 * What the people at the other gateways look at. Each gateway writes what its own people look at into a row of its own, at most once a second
 * and while they look; whoever leads the polling has all of it, and so has whoever leads next.
 */
import type { Cluster } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'

/** One thing that people look at: which read, whether somebody does closely, and how many do. */
export type SharedView = [key: string, isFocus: boolean, people: number]

/** ms between two writings of one gateway, and until the same is written again. */
const minWriteIntervalMs = 1_000
const renewAfterMs = 2_500
/** What a gateway wrote counts for so long, ms: it is gone, or nobody is there who looks. */
const viewTtlMs = 6_000

export type SharedViews = ReturnType<typeof createSharedViews>

export function createSharedViews({ store, cluster, clock }: { store: Store; cluster: Cluster; clock: Clock }) {
  const others = new Map<number, { looks: SharedView[]; until: number }>()
  let written = { text: '[]', at: -Infinity }
  let onNews = () => {}

  async function load(gateway: number): Promise<void> {
    const row = await store.selectFrom('looks').select('looks').where('gateway', '=', gateway).executeTakeFirst()
    if (!row) return
    const until = clock.steady() + viewTtlMs
    others.set(gateway, { looks: JSON.parse(row.looks) as SharedView[], until })
    onNews()
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
    /** What the people at the other gateways look at now. */
    others(): SharedView[] {
      const now = clock.steady()
      for (const [gateway, { until }] of others) if (until < now) others.delete(gateway)
      return [...others.values()].flatMap(({ looks }) => looks)
    },

    /** What the people here look at now. Call it often: others are told when they need to know. */
    publish(looks: SharedView[]): void {
      const now = clock.steady()
      const text = JSON.stringify(looks)
      const mustRenew = looks.length > 0 && now - written.at >= renewAfterMs
      if (now - written.at < minWriteIntervalMs || (text === written.text && !mustRenew)) return
      written = { text, at: now }
      // Without the database each gateway polls for its own people.
      write(text).catch(() => {
        written.text = ''
      })
    },

    /** Calls back when others look at something else. */
    onChange: (listener: () => void): void => {
      onNews = listener
    },

    /** Whether this gateway polls for all. One without the database polls for its own people. */
    isPoller: () => cluster.isLeader() || !cluster.isMember(),
  }
}
