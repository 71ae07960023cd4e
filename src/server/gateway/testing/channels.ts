/** For tests: two connected channels of gateways, without a database between them. */
import type { Channel, Topic } from '../cluster/cluster.ts'

/** Each channel delivers what it publishes to the listeners of the other. */
export function connectChannels(): [Channel, Channel] {
  const listeners = [new Map<Topic, ((payload: never) => void)[]>(), new Map<Topic, ((payload: never) => void)[]>()]
  const channel = (own: number): Channel => ({
    publish: (topic, payload) => {
      for (const listener of listeners[1 - own]?.get(topic) ?? []) listener(payload as never)
    },
    subscribe: (topic, listener) => {
      const of = listeners[own]
      of?.set(topic, [...(of.get(topic) ?? []), listener])
    },
  })
  return [channel(0), channel(1)]
}
