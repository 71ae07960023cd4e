/**
 * Rules about the people of a start. Each rule finds people who should not be called, describes them for the page, and refuses the start
 * until the operator has decided about them. All rules are checked together: before the record, and again in its transaction.
 */
import { type LaunchFields, type RecipientFindings, Refusal } from '#contract/index.ts'
import type { Recipient } from '#recipients/read.ts'
import type { Store } from '../store/store.ts'

/** The people of a start, and what the operator chose for it. */
export interface People {
  recipients: readonly Pick<Recipient, 'row' | 'phone_number'>[]
  /** As `Contacts.hash` gives them, in the order of the recipients. */
  hashes: readonly string[]
  /** Only what was chosen so far: a list is also compared before its start. */
  fields: Partial<LaunchFields>
  workspace: string
  /** The prepared batch, or the request for approval, that holds these people back. */
  heldBackBy?: string
  /** The start is only asked for: what passes with time is looked at when it is made. */
  isForLater?: true
}

/** People whom a rule finds now, and who may be called later. */
export interface CallLater {
  /** Their places (from 0). */
  places: readonly number[]
  /** Epoch ms; null: nobody knows. */
  at: number | null
}

/** When a batch must be cancelled, because from then on a rule forbids to call somebody in it. */
export interface Closing {
  /** Epoch ms. */
  at: number
  /** Where, and by the clock of that place: "20:00 in United States (Honolulu)". */
  place: string
}

/**
 * @template Found what the rule found
 * @template Told what the page is told of it
 */
export interface RecipientRule<Found = unknown, Told = unknown> {
  find(people: People): Promise<Found>
  /** Looks again inside the transaction that records the start, so that of two at the same moment the second finds the first. */
  findAgain(store: Store, people: People, before: Found): Promise<Found>
  /** It also holds for one row that is tried on a number of the operator's own; the other rules protect people from too many calls. */
  holdsForTests?: true
  /** @throws Refusal while the operator has not decided about whom it found */
  refuse(found: Found, people: People): void
  /** What it finds passes with time: a start that the gateway makes by itself waits for that, and leaves nobody out; one that is only asked for is not refused. */
  isTemporary?: true
  /** The places (from 0) of the people whom it found. */
  places(found: Found): readonly number[]
  /** What is asked of the service instead, where the rule allows only a part of what the operator chose. */
  adjustFields?(found: Found, people: People): Pick<LaunchFields, 'smartCallbackConfig'>
  /** Whom it found, as they may be called later. */
  callsLater?(found: Found, people: People): CallLater[]
  /** The time at which a batch of these people must be cancelled; null: never. */
  closing?(found: Found, people: People): Closing | null
  /** @param rowsOf the rows of the file at these places, as a spreadsheet counts */
  describe(found: Found, rowsOf: (places: readonly number[]) => number[]): Told
}

/** A rule for each key of what the page is told. */
export type RecipientRules = { [Name in keyof RecipientFindings]: RecipientRule<unknown, RecipientFindings[Name]> }

/** What the rules found, in their order. */
type AllFound = readonly unknown[]

export type CheckRecipients = ReturnType<typeof createRecipientRules>

/** Asks all rules. A rule that refuses first hides the later ones, so those that cannot be overruled come first. */
export function createRecipientRules(table: RecipientRules) {
  const names = Object.keys(table) as (keyof RecipientFindings)[]
  const rules: readonly RecipientRule[] = names.map((name) => table[name])

  /** @throws Refusal of the first rule about which the operator has not decided */
  function refuse(found: AllFound, people: People): void {
    for (const [at, rule] of rules.entries()) {
      // guard: test-goes-to-oneself
      if (people.fields.test && !rule.holdsForTests) continue
      if (people.isForLater && rule.isTemporary) continue
      rule.refuse(found[at], people)
    }
  }

  return {
    refuse,

    /** @throws Refusal of a rule whose findings pass with time */
    refuseForNow(found: AllFound, people: People): void {
      for (const [at, rule] of rules.entries()) if (rule.isTemporary) rule.refuse(found[at], people)
    },

    async find(people: People): Promise<AllFound> {
      const found: unknown[] = []
      for (const rule of rules) found.push(await rule.find(people))
      return found
    },

    /**
     * In the transaction of the record, and refuses.
     *
     * @param before what `find` gave
     * @returns what is found now
     * @throws Refusal
     */
    async refuseInRecord(store: Store, people: People, before: AllFound): Promise<AllFound> {
      const found: unknown[] = []
      for (const [at, rule] of rules.entries()) found.push(await rule.findAgain(store, people, before[at]))
      // guard: called-people-are-named-in-the-record
      refuse(found, people)
      return found
    },

    /** Whom the rules found, as they may be called later. */
    later: (found: AllFound, people: People): CallLater[] =>
      rules.flatMap((rule, at) => rule.callsLater?.(found[at], people) ?? []),

    /** When a batch of these people must be cancelled; null: never. */
    closing(found: AllFound, people: People): Closing | null {
      const closings = rules.flatMap((rule, at) => rule.closing?.(found[at], people) ?? [])
      return closings.toSorted((one, other) => one.at - other.at)[0] ?? null
    },

    /** The places (from 0) of everybody whom a rule found. */
    places: (found: AllFound): Set<number> => new Set(rules.flatMap((rule, at) => rule.places(found[at]))),

    /** The places (from 0) of everybody whom a rule found about whom the operator has not decided. */
    refusedPlaces(found: AllFound, people: People): Set<number> {
      const isRefused = (rule: RecipientRule, at: number) => {
        try {
          rule.refuse(found[at], people)
          return false
        } catch (error) {
          if (error instanceof Refusal) return true
          throw error
        }
      }
      return new Set(rules.flatMap((rule, at) => (isRefused(rule, at) ? rule.places(found[at]) : [])))
    },

    /** The fields of a start as the rules let them be sent. */
    fit: <Fields extends LaunchFields>(found: AllFound, people: People, fields: Fields): Fields =>
      rules.reduce(
        (sent, rule, at) =>
          rule.adjustFields && found.length > 0 ? { ...sent, ...rule.adjustFields(found[at], people) } : sent,
        fields,
      ),

    /** The findings as the page shows them. */
    tell(found: AllFound, { recipients }: People): RecipientFindings {
      const rowsOf = (places: readonly number[]) => places.map((place) => recipients[place]?.row ?? 0)
      const told = names.map((name, at) => [name, rules[at]?.describe(found[at], rowsOf)] as const)
      return Object.fromEntries(told) as RecipientFindings
    },
  }
}
