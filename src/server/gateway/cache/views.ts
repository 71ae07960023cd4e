/** The reads that this gateway's operators view now. A page's own poll counts as a view for some seconds. */
import type { Clock } from '../shared/clock.ts'
import { type Read, readKey } from './read.ts'

/** How closely an operator views something, from the Priority header (RFC 9218). */
export type Attention = 'focus' | 'visible' | 'background'

/** @param priority the header's value; without one the attention is `visible` */
export function attentionOf(priority: string | null | undefined): Attention {
  const urgency = Number(/(?:^|[\s,])u=([0-7])/.exec(priority ?? '')?.[1] ?? 3)
  if (urgency <= 2) return 'focus'
  return urgency <= 4 ? 'visible' : 'background'
}

interface View {
  read: Read
  focusUntil: number
  visibleUntil: number
  /** By operator: until when their last poll counts. */
  people: Map<string, number>
}

/** How many reads one operator can watch; the least recently viewed ones are dropped (reliability R50). */
const maxViewsPerPerson = 100
/** How long a page's poll counts as a view. */
export const viewTtlMs = 6_000

/** Creates the list of views, which expire by the steady clock. */
export function createViews({ clock }: { clock: Clock }) {
  const views = new Map<string, View>()
  /** The keys that each operator watches, the latest last. */
  const keysByPerson = new Map<string, Set<string>>()

  function limitViews(person: string, key: string): void {
    const keys = keysByPerson.get(person) ?? new Set<string>()
    keysByPerson.set(person, keys)
    keys.delete(key)
    keys.add(key)
    if (/* guard: watching-is-bounded */ keys.size <= maxViewsPerPerson) return
    const [oldestKey = ''] = keys
    unwatch(person, oldestKey)
    if (views.get(oldestKey)?.people.size === 0) views.delete(oldestKey)
  }

  function unwatch(person: string, key: string): void {
    views.get(key)?.people.delete(person)
    const keys = keysByPerson.get(person)
    keys?.delete(key)
    if (keys?.size === 0) keysByPerson.delete(person)
  }

  return {
    /** Records that an operator views a read now. @returns whether nobody viewed it before, and whether this operator did not */
    record(read: Read, attention: Attention, person: string): { isFirst: boolean; hasOpened: boolean } {
      const key = readKey(read)
      const now = clock.steady()
      const until = now + viewTtlMs
      const view = views.get(key)
      const hasOpened = (view?.people.get(person) ?? -Infinity) < now
      const people = (view?.people ?? new Map<string, number>()).set(person, until)
      limitViews(person, key)
      views.set(key, {
        ...(view ?? { read, focusUntil: 0, visibleUntil: 0 }),
        people,
        ...(attention === 'focus' ? { focusUntil: until } : { visibleUntil: until }),
      })
      return { isFirst: view === undefined, hasOpened }
    },

    /** All views that still count. `people`: how many operators view the read */
    list(): { key: string; read: Read; isFocus: boolean; people: number }[] {
      const now = clock.steady()
      for (const [key, view] of views) {
        for (const [person, until] of view.people) if (until < now) unwatch(person, key)
        if (Math.max(view.focusUntil, view.visibleUntil) < now) views.delete(key)
      }
      return [...views].map(([key, { read, focusUntil, people }]) => {
        return { key, read, isFocus: focusUntil >= now, people: people.size }
      })
    },

    isFocus: (key: string): boolean => (views.get(key)?.focusUntil ?? 0) >= clock.steady(),
  }
}
