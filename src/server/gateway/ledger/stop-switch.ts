/**
 * The stop switch: while an administrator has it on, no command leaves for the service, except those that only end calls. It holds in
 * every workspace, since calls, batches, agents and flows belong to none of them (specification 5).
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
import { createSource, dependsOn } from '#server/database/dependencies.ts'
import type { Clock } from '../shared/clock.ts'
import { keptSetting, type Store, saveSetting, settingOf } from '../store/store.ts'
import type { RecordAction } from './admin-actions.ts'
import { changesStopped } from './refusals.ts'

const setting = 'stop'

export type StopSwitch = Awaited<ReturnType<typeof createStopSwitch>>

export async function createStopSwitch({
  store,
  recordAction,
  clock,
}: {
  store: Store
  recordAction: RecordAction
  clock: Clock
}) {
  /** As it is stored, so that asking costs nothing. */
  let stop = JSON.parse(await keptSetting(store, setting, () => 'null')) as Stop | null
  const source = createSource()
  let asked = 0
  tableChangesOf(store).on(['settings'], () => void load().catch(() => {}))
  let turn: Promise<unknown> = Promise.resolve()

  /** One after the other, so that what is stored is what holds. */
  function inTurn(act: () => Promise<void>): Promise<Stop | null> {
    const done = turn.then(act).then(() => stop)
    turn = done.catch(() => {})
    return done
  }

  /** As it is stored now: another gateway may have changed it. */
  async function read(store: Store): Promise<Stop | null> {
    return JSON.parse((await settingOf(store, setting)) ?? 'null') as Stop | null
  }

  async function load(): Promise<Stop | null> {
    asked += 1
    const turn = asked
    const stored = await read(store)
    if (turn !== asked) return stop
    stop = stored
    source.changed()
    return stop
  }

  const endsCalls = (endpoint: ServiceEndpointName): boolean => {
    const { effect }: EndpointDefinition = serviceEndpoints[endpoint]
    return effect?.endsCalls === true
  }

  async function save(next: Stop | null): Promise<void> {
    await saveSetting(store, setting, JSON.stringify(next))
    asked += 1
    stop = next
    source.changed()
  }

  return {
    /** Who stopped all changes, when and why; null: changes are allowed. */
    get current() {
      dependsOn(source)
      return stop
    },

    /** Why a command must not be sent now; null: it may. */
    refusalOf(endpoint: ServiceEndpointName): Refusal | null {
      // guard: stopped-changes-are-refused
      if (stop && !endsCalls(endpoint)) return changesStopped(stop, clock.now())
      return null
    },

    /** The same in the transaction that records a command as being sent, whichever gateway stopped changes a moment ago. */
    async refusalInRecord(store: Store, endpoint: ServiceEndpointName): Promise<Refusal | null> {
      const stopped = endsCalls(endpoint) ? null : await read(store)
      // guard: stop-holds-at-every-gateway
      if (stopped) return changesStopped(stopped, clock.now())
      return null
    },

    /**
     * Stops all changes, at once and until `off`, also over a restart. An earlier stop stands.
     *
     * @returns the stop that holds now
     * @throws Refusal `not_recorded` 503: then changes are not stopped
     */
    on: (reason: string, operator: Operator) =>
      inTurn(async () => {
        if (await load()) return
        await recordAction({ endpoint: 'stopSwitchOn', ids: {}, operator, reason }, () =>
          save({ operator: operator.name, at: clock.now(), reason }),
        )
      }),

    /**
     * Allows changes again.
     *
     * @returns null
     * @throws Refusal `not_recorded` 503: then changes stay stopped
     */
    off: (operator: Operator) =>
      inTurn(async () => {
        if (await load()) await recordAction({ endpoint: 'stopSwitchOff', ids: {}, operator }, () => save(null))
      }),
  }
}
