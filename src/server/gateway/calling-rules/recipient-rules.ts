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
  /** From `Contacts.hash`, in the order of the recipients. */
  hashes: readonly string[]
  /** What was chosen so far: a list is also checked before its start. */
  fields: Partial<LaunchFields>
  workspace: string
  /** The prepared batch or the approval request that holds these people back. */
  heldBackBy?: string
  /** The start waits for approval, so temporary rules are checked when it is approved. */
  isForLater?: true
}

/** People whom a rule finds now but who may be called later. */
export interface CallLater {
  /** Their positions (from 0). */
  places: readonly number[]
  /** Epoch ms; null if unknown. */
  at: number | null
}

/** When a batch must be cancelled, because a rule forbids calling some of its people after that. */
export interface Closing {
  /** Epoch ms. */
  at: number
  /** The place, with its local time: "20:00 in United States (Honolulu)". */
  place: string
}

/**
 * @template Found what the rule found
 * @template Description the findings as the page shows them
 */
export interface RecipientRule<Found = unknown, Description = unknown> {
  find(people: People): Promise<Found>
  /** Repeats the check in the transaction that records the start, so that the second of two simultaneous starts finds the first. */
  findAgain(store: Store, people: People, before: Found): Promise<Found>
  /** The rule also applies to test calls to the operator's own number. Other rules do not, since they protect recipients. */
  holdsForTests?: true
  /** @throws Refusal until the operator has decided about the people it found */
  refuse(found: Found, people: People): void
  /** Its findings pass with time. An automatic start waits for that and leaves nobody out; a request for approval is not refused. */
  isTemporary?: true
  /** The positions (from 0) of the people whom it found. */
  places(found: Found): readonly number[]
  /** Fields to send instead, if the rule allows only a part of what the operator chose. */
  adjustFields?(found: Found, people: People): Pick<LaunchFields, 'smartCallbackConfig'>
  /** When the people whom it found may be called. */
  callsLater?(found: Found, people: People): CallLater[]
  /** When a batch of these people must be cancelled; null: never. */
  closing?(found: Found, people: People): Closing | null
  /** @param rowsOf returns the rows of the file at these positions, as a spreadsheet counts */
  describe(found: Found, rowsOf: (places: readonly number[]) => number[]): Description
}

/** The rule for each kind of finding. */
export type RecipientRules = { [Name in keyof RecipientFindings]: RecipientRule<unknown, RecipientFindings[Name]> }

/** The findings of all rules, in their order. */
type AllFound = readonly unknown[]

export type CheckRecipients = ReturnType<typeof createRecipientRules>

/** Checks all rules in order. The first refusal hides later ones, so rules that cannot be overruled come first. */
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

    /** @throws Refusal of a temporary rule */
    refuseForNow(found: AllFound, people: People): void {
      for (const [at, rule] of rules.entries()) if (rule.isTemporary) rule.refuse(found[at], people)
    },

    async find(people: People): Promise<AllFound> {
      const found: unknown[] = []
      for (const rule of rules) found.push(await rule.find(people))
      return found
    },

    /**
     * Repeats the check in the transaction that records the start.
     *
     * @param before the result of `find`
     * @returns the current findings
     * @throws Refusal
     */
    async refuseInRecord(store: Store, people: People, before: AllFound): Promise<AllFound> {
      const found: unknown[] = []
      for (const [at, rule] of rules.entries()) found.push(await rule.findAgain(store, people, before[at]))
      // guard: called-people-are-named-in-the-record
      refuse(found, people)
      return found
    },

    /** When the people whom the rules found may be called. */
    later: (found: AllFound, people: People): CallLater[] =>
      rules.flatMap((rule, at) => rule.callsLater?.(found[at], people) ?? []),

    /** When a batch of these people must be cancelled; null: never. */
    closing(found: AllFound, people: People): Closing | null {
      const closings = rules.flatMap((rule, at) => rule.closing?.(found[at], people) ?? [])
      return closings.toSorted((one, other) => one.at - other.at)[0] ?? null
    },

    /** The positions (from 0) of everybody whom a rule found. */
    places: (found: AllFound): Set<number> => new Set(rules.flatMap((rule, at) => rule.places(found[at]))),

    /** The positions (from 0) of people about whom the operator has not decided yet. */
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

    /** The fields of a start, adjusted by the rules. */
    fit: <Fields extends LaunchFields>(found: AllFound, people: People, fields: Fields): Fields =>
      rules.reduce(
        (sent, rule, at) =>
          rule.adjustFields && found.length > 0 ? { ...sent, ...rule.adjustFields(found[at], people) } : sent,
        fields,
      ),

    /** The findings as the page shows them. */
    tell(found: AllFound, { recipients }: People): RecipientFindings {
      const rowsOf = (places: readonly number[]) => places.map((place) => recipients[place]?.row ?? 0)
      const descriptions = names.map((name, at) => [name, rules[at]?.describe(found[at], rowsOf)] as const)
      return Object.fromEntries(descriptions) as RecipientFindings
    },
  }
}
