/** Which families of interface 7 the service has. Found by reading their lists, once a day; 404, 405 or 501 means no. */
import { type Family, pageLimit } from '#contract/index.ts'
import type { Clock } from '../shared/clock.ts'
import type { Who } from '../shared/who.ts'
import { type Store, saveSetting } from '../store/store.ts'
import { familyLists } from './policy.ts'
import type { Read } from './read.ts'
import type { Snapshot, Snapshots } from './snapshots.ts'

interface Knowledge {
  has: boolean
  at: number
}

const day = 24 * 3_600_000
const setting = 'extensions'
const families = Object.keys(familyLists) as Family[]
/** Of messaging agents and message flows as many as one answer holds: it is also where their names come from. */
const listQueries: Record<Family, Read['query']> = {
  conversations: {},
  'active-calls': {},
  'messaging-agents': { page: 1, limit: pageLimit.most },
  'message-flows': { page: 1, limit: pageLimit.most },
  history: { page: 1, limit: 20 },
}
/** The read that shows whether the service has a family. */
export const listRead = (family: Family, workspace: string): Read => ({
  name: familyLists[family],
  params: {},
  query: listQueries[family],
  workspace,
})

export class Extensions {
  #known: Partial<Record<Family, Knowledge>>
  readonly #store: Store
  readonly #snapshots: Snapshots
  readonly #clock: Clock

  private constructor(parts: { store: Store; snapshots: Snapshots; clock: Clock }, known: string | undefined) {
    this.#store = parts.store
    this.#snapshots = parts.snapshots
    this.#clock = parts.clock
    this.#known = known === undefined ? {} : (JSON.parse(known) as Partial<Record<Family, Knowledge>>)
  }

  static async open(parts: { store: Store; snapshots: Snapshots; clock: Clock }): Promise<Extensions> {
    const row = await parts.store.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst()
    return new Extensions(parts, row?.value)
  }

  /** Learns from every answer of a family's list. */
  async observe(read: Read, snapshot: Snapshot): Promise<void> {
    const family = families.find((one) => familyLists[one] === read.name)
    if (!family) return
    const before = this.#known[family]
    const has = snapshot.refusal?.status !== 404
    this.#known[family] = { has, at: this.#clock.now() }
    if (before?.has === has && this.#clock.now() - before.at < day / 2) return
    await saveSetting(this.#store, setting, JSON.stringify(this.#known))
  }

  /** false only when the service said so lately. */
  mayHave(family: Family): boolean {
    return this.#lately(family)?.has ?? true
  }

  /** What the session tells the dashboard. */
  summary(): Record<string, boolean> {
    return Object.fromEntries(
      families.flatMap((family) => (this.#known[family] ? [[family, this.#known[family].has]] : [])),
    )
  }

  /**
   * Whether the service has the family; asks if that is not known.
   *
   * @throws Refusal when it cannot be asked now
   */
  async has(family: Family, workspace: string, who: Who): Promise<boolean> {
    if (!this.#lately(family)) await this.#snapshots.get(listRead(family, workspace), who)
    return this.mayHave(family)
  }

  /** Somebody is here: asks about one family that is not known, if the budget has nothing better to do. */
  async discover(workspace: string): Promise<void> {
    const family = families.find((one) => !this.#lately(one))
    if (!family) return
    await this.#snapshots.refresh(listRead(family, workspace), 'watching', { operator: '', page: 'connection' }, 0)
  }

  /** Asks about every family now. @throws Refusal when one cannot be asked */
  async discoverAll(workspace: string, who: Who): Promise<void> {
    for (const family of families) await this.#snapshots.fresh(listRead(family, workspace), 'reads', who)
  }

  #lately(family: Family): Knowledge | undefined {
    const known = this.#known[family]
    return known && this.#clock.now() - known.at < day ? known : undefined
  }
}
