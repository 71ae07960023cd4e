/** For tests: connects two gateways' channels directly, without a database. */
import type { Channel, Topic } from '../cluster/cluster.ts'

/** @returns two channels; messages published on one reach the listeners of the other */
export function connectChannels(): [Channel, Channel] {
  const listeners = [new Map<Topic, ((payload: never) => void)[]>(), new Map<Topic, ((payload: never) => void)[]>()]
  const channel = (own: number): Channel => ({
    publish: (topic, payload) => {
      for (const listener of listeners[1 - own]?.get(topic) ?? []) listener(payload as never)
    },
    subscribe: (topic, listener) => {
      const ownListeners = listeners[own]
      ownListeners?.set(topic, [...(ownListeners.get(topic) ?? []), listener])
    },
  })
  return [channel(0), channel(1)]
}
