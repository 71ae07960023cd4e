/**
 * The stop switch: while it is on, no command is sent to the service, except those that only end calls. It applies to all
 * workspaces, since calls, batches, agents and flows belong to none of them (specification 5).
 */
import {
  type EndpointDefinition,
  type Operator,
  type Refusal,
  type ServiceEndpointName,
  type Stop,
  serviceEndpoints,
} from '#contract/index.ts'
import { tableChangesOf } from '#server/database/changes.ts'
import { addDependency, createSource } from '#server/database/dependencies.ts'
import type { Clock } from '../shared/clock.ts'
import { ensureSetting, readSetting, replaceSetting } from '../store/settings.ts'
import type { Store } from '../store/store.ts'
import { recordDone } from './history.ts'
import { changesStopped } from './refusals.ts'

const settingName = 'stop'

export type StopSwitch = Awaited<ReturnType<typeof createStopSwitch>>

export async function createStopSwitch({ store, clock }: { store: Store; clock: Clock }) {
  /** A copy of the stored setting, so that `refusalOf` needs no query. */
  let stop = JSON.parse(await ensureSetting(store, settingName, () => 'null')) as Stop | null
  const source = createSource()
  let version = 0
  tableChangesOf(store).onChange(['settings'], () => void load().catch(() => {}))
  let queue: Promise<unknown> = Promise.resolve()

  /** Runs changes one after another, so that the copy always equals the stored setting. */
  function enqueue(change: () => Promise<void>): Promise<Stop | null> {
    const result = queue.then(change).then(() => stop)
    queue = result.catch(() => {})
    return result
  }

  /** Reads the stored setting: another gateway may have changed it. */
  async function readStored(store: Store): Promise<Stop | null> {
    return JSON.parse((await readSetting(store, settingName)) ?? 'null') as Stop | null
  }

  async function load(): Promise<Stop | null> {
    version += 1
    const versionBefore = version
    const stored = await readStored(store)
    if (versionBefore !== version) return stop
    stop = stored
    source.markChanged()
    return stop
  }

  const endsCalls = (endpoint: ServiceEndpointName): boolean => {
    const { effect }: EndpointDefinition = serviceEndpoints[endpoint]
    return effect?.endsCalls === true
  }

  /** Records and saves in one transaction, also if others have ended this gateway. Does neither if another has just changed the setting. */
  async function save(newStop: Stop | null, operator: Operator): Promise<void> {
    const endpoint = newStop ? 'stopSwitchOn' : 'stopSwitchOff'
    const isSaved = await store.transaction().execute(async (store) => {
      const isFirst = await replaceSetting(store, settingName, JSON.stringify(stop), JSON.stringify(newStop))
      if (isFirst)
        await recordDone(store, { endpoint, operator, at: clock.now(), ...(newStop && { reason: newStop.reason }) })
      return isFirst
    })
    if (!isSaved) return void (await load())
    version += 1
    stop = newStop
    source.markChanged()
  }

  return {
    /** Who stopped all changes, when and why; null if changes are allowed. */
    get current() {
      addDependency(source)
      return stop
    },

    /** Why a command must not be sent now; null if it may be sent. */
    refusalOf(endpoint: ServiceEndpointName): Refusal | null {
      // guard: stopped-changes-are-refused
      if (stop && !endsCalls(endpoint)) return changesStopped(stop, clock.now())
      return null
    },

    /** As `refusalOf`, but in the transaction that records the command: also sees a stop that another gateway has just stored. */
    async refusalInTransaction(store: Store, endpoint: ServiceEndpointName): Promise<Refusal | null> {
      const storedStop = endsCalls(endpoint) ? null : await readStored(store)
      // guard: stop-holds-at-every-gateway
      if (storedStop) return changesStopped(storedStop, clock.now())
      return null
    },

    /**
     * Stops all changes at once and until `turnOff`, also after a restart. Does not replace an earlier stop.
     *
     * @returns the stop that applies now
     * @throws DatabaseUnavailable if it cannot be recorded; changes are not stopped then
     */
    turnOn: (reason: string, operator: Operator) =>
      enqueue(async () => {
        if (!(await load())) await save({ operator: operator.name, at: clock.now(), reason }, operator)
      }),

    /**
     * Allows changes again.
     *
     * @returns null
     * @throws DatabaseUnavailable if it cannot be recorded; changes stay stopped then
     */
    turnOff: (operator: Operator) =>
      enqueue(async () => {
        if (await load()) await save(null, operator)
      }),
  }
}
