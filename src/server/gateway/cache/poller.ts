/** Keeps what somebody looks at fresh, in its own time and within the budget. A poll says that somebody is looking. */
import { LRUCache } from 'lru-cache'
import type { Forecast } from '#contract/index.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Budget } from '../upstream/budget.ts'
import type { ServiceState } from '../upstream/health.ts'
import type { News } from './changes.ts'
import { readRules } from './policy.ts'
import { keyOf, type Read } from './read.ts'
import { type Closeness, divide, forecast, nextTurn, type Watched } from './schedule.ts'
import { type Snapshot, type Snapshots } from './snapshots.ts'

/** How closely somebody looks, from the Priority header (RFC 9218). */
export type Attention = 'focus' | 'visible' | 'background'

export function attentionOf(priority: string | null | undefined): Attention {
  const urgency = Number(/(?:^|[\s,])u=([0-7])/.exec(priority ?? '')?.[1] ?? 3)
  if (urgency <= 2) return 'focus'
  return urgency <= 4 ? 'visible' : 'background'
}

interface Look {
  read: Read
  focusUntil: number
  visibleUntil: number
  /** Until when each person's last poll counts. */
  people: Map<string, number>
}

/** How many things one person watches at a time: the ones viewed last (reliability R50). */
const mostOfOne = 100
/** A poll counts as looking for so long, ms. */
const attentionSpan = 6_000
/** The plan is made anew at least so often, ms. */
const soon = 500
const nobody = { operator: '', page: 'watching' }

/** What will not change any more needs no watching. */
function hasEnded(snapshot: Snapshot | undefined): boolean {
  if (!snapshot || snapshot.old) return false
  if (snapshot.refusal) return true
  const { data } = snapshot
  return typeof data === 'object' && data !== null && (data as { isComplete?: unknown }).isComplete === true
}

/** It changes when somebody writes, not by itself: live things go first. */
const isStored = (read: Read) => read.name === 'conversationShow'

export class Watcher {
  #looks = new Map<string, Look>()
  /** What each person watches, the latest last. */
  #ofPerson = new Map<string, Set<string>>()
  /** When each was last tried, whatever came of it. */
  #tried = new LRUCache<string, number>({ max: 2_000 })
  #always: () => readonly Read[] = () => []
  #last: Record<Closeness, number> = {
    focus: -Infinity,
    visible: -Infinity,
    stored: -Infinity,
    slow: -Infinity,
  }
  #timer: NodeJS.Timeout | undefined
  #closed = false
  readonly #snapshots: Snapshots
  readonly #budget: Budget
  readonly #state: ServiceState
  readonly #clock: Clock
  readonly #news: News
  readonly #log: Log

  constructor(parts: {
    snapshots: Snapshots
    budget: Budget
    state: ServiceState
    clock: Clock
    news: News
    log: Log
  }) {
    this.#snapshots = parts.snapshots
    this.#budget = parts.budget
    this.#state = parts.state
    this.#clock = parts.clock
    this.#news = parts.news
    this.#log = parts.log
  }

  /** Somebody looks at this now. */
  look(read: Read, attention: Attention, person: string): void {
    if (attention === 'background' || !readRules[read.name].watched) return
    const key = keyOf(read)
    const until = this.#clock.steady() + attentionSpan
    const before = this.#looks.get(key)
    const people = (before?.people ?? new Map<string, number>()).set(person, until)
    this.#bound(person, key)
    this.#looks.set(key, {
      ...(before ?? { read, focusUntil: 0, visibleUntil: 0 }),
      people,
      ...(attention === 'focus' ? { focusUntil: until } : { visibleUntil: until }),
    })
    if (!before) this.#schedule(0)
  }

  #bound(person: string, key: string): void {
    const own = this.#ofPerson.get(person) ?? new Set<string>()
    this.#ofPerson.set(person, own)
    own.delete(key)
    own.add(key)
    if (/* guard: watching-is-bounded */ own.size <= mostOfOne) return
    const [first = ''] = own
    this.#unwatch(person, first)
    if (this.#looks.get(first)?.people.size === 0) this.#looks.delete(first)
  }

  #unwatch(person: string, key: string): void {
    this.#looks.get(key)?.people.delete(person)
    const own = this.#ofPerson.get(person)
    own?.delete(key)
    if (own?.size === 0) this.#ofPerson.delete(person)
  }

  /** What is read now and then though nobody looks. */
  always(reads: () => readonly Read[]): void {
    this.#always = reads
    this.#schedule(0)
  }

  /** How many live things are watched, and the seconds between two readings of one that is not in focus. */
  load(): { watched: number; interval: number } {
    const { groups, interval } = divide({ things: this.#things(), rate: this.#rate() })
    const watched = groups.focus.length + groups.visible.length
    return { watched, interval: (groups.visible.length > 0 ? interval.visible : interval.focus) / 1000 }
  }

  /** Seconds until readings resume, where the service asked for a pause; 0: there is none. */
  pausedFor(): number {
    return Math.max(0, (this.#budget.pausedUntil - this.#clock.steady()) / 1000)
  }

  /** What keeping all of it fresh costs now, and with another live call in front of somebody. */
  forecast(): Forecast {
    return forecast({ things: this.#things(), rate: this.#rate() })
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #things(): Watched[] {
    const now = this.#clock.steady()
    for (const [key, look] of this.#looks) {
      for (const [person, until] of look.people) if (until < now) this.#unwatch(person, key)
      if (Math.max(look.focusUntil, look.visibleUntil) < now) this.#looks.delete(key)
    }
    const thing = (key: string, read: Read, closeness: Closeness, lookers: number) => {
      const readAt = Math.max(this.#tried.get(key) ?? -Infinity, this.#snapshots.peek(read)?.readAt ?? -Infinity)
      return { key, read, closeness, lookers, readAt, news: this.#hasNews(read) }
    }
    const looked = [...this.#looks].map(([key, { read, focusUntil, people }]) =>
      thing(
        key,
        read,
        focusUntil >= now ? 'focus' : this.#isQuiet(read) ? 'slow' : isStored(read) ? 'stored' : 'visible',
        people.size,
      ),
    )
    const slow = this.#always()
      .filter((read) => !this.#looks.has(keyOf(read)))
      .map((read) => thing(keyOf(read), read, 'slow', 0))
    return [...looked, ...slow].filter(({ read, news }) => news || !hasEnded(this.#snapshots.peek(read)))
  }

  #hasNews(read: Read): boolean {
    const snapshot = this.#snapshots.peek(read)
    return snapshot !== undefined && this.#news.since(read, snapshot.readAt)
  }

  /** Events tell of its every change, and told of none. */
  #isQuiet(read: Read): boolean {
    const snapshot = this.#snapshots.peek(read)
    const isNew = !snapshot || snapshot.old || this.#news.since(read, snapshot.readAt)
    return !isNew && this.#news.comes(read, this.#clock.steady())
  }

  /** Readings a second: the plan less the reserve, less what operators' own reads have lately needed. */
  #rate(): number {
    const reads = this.#budget.recent(this.#clock.steady()).filter((sent) => sent.lane === 'reads').length
    return Math.max(0, this.#budget.forReading - reads) / 60
  }

  #schedule(wait: number): void {
    clearTimeout(this.#timer)
    if (this.#closed) return
    this.#timer = setTimeout(() => this.#turn(), wait)
    this.#timer.unref()
  }

  #turn(): void {
    const now = this.#clock.steady()
    const turn = nextTurn({ things: this.#things(), rate: this.#rate(), last: this.#last }, now)
    if (!turn) return this.#schedule(attentionSpan)
    const wait = Math.max(turn.at, this.#budget.nextAt('watching', now)) - now
    // How closely each is looked at, and how rich the budget is, changes meanwhile.
    if (wait > 0) return this.#schedule(Math.min(Math.ceil(wait), soon))
    if (!this.#state.worthTrying(now)) return this.#schedule(soon)
    this.#last[turn.closeness] = now
    void this.#refresh(turn.key)
    this.#schedule(0)
  }

  async #refresh(key: string): Promise<void> {
    const read = this.#looks.get(key)?.read ?? this.#always().find((one) => keyOf(one) === key)
    if (!read) return
    this.#tried.set(key, this.#clock.steady())
    try {
      await this.#snapshots.refresh(read, 'watching', nobody, 0)
    } catch (error) {
      this.#log.debug({ read: read.name, error: String(error) }, 'a watched reading failed')
    }
  }
}
