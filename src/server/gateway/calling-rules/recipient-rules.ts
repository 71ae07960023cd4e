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
  /** The operator's choices so far. Before a start, some may be missing. */
  fields: Partial<LaunchFields>
  workspace: string
  /** The prepared batch or the approval request that holds these people back. */
  heldBackBy?: string
  /** The start waits for approval, so temporary rules are checked when it is approved. */
  isForLater?: true
}

/** People whom a rule finds now but who may be called later. */
export interface LaterCalls {
  /** Their indexes (from 0). */
  indexes: readonly number[]
  /** Epoch ms; null if unknown. */
  at: number | null
}

/** When a batch must be cancelled, because a rule forbids calling some of its people after that. */
export interface Closing {
  /** Epoch ms. */
  at: number
  /** The local time and the place, for example "20:00 in United States (Honolulu)". */
  place: string
}

/**
 * @template Findings the findings of the rule
 * @template Description the findings as the page shows them
 */
export interface RecipientRule<Findings = unknown, Description = unknown> {
  find(people: People): Promise<Findings>
  /** Repeats the check in the transaction that records the start, so that the second of two simultaneous starts finds the first. */
  findAgain(store: Store, people: People, earlierFindings: Findings): Promise<Findings>
  /** The rule also applies to test calls to the operator's own number. Other rules do not, since they protect recipients. */
  appliesToTests?: true
  /** @throws Refusal until the operator has decided about the people whom the rule found */
  refuse(findings: Findings, people: People): void
  /** Its findings are temporary: an automatic start waits instead of leaving people out, and a request for approval is not refused. */
  isTemporary?: true
  /** The indexes (from 0) of the people whom the rule found. */
  indexesOf(findings: Findings): readonly number[]
  /**
   * Fields that replace the operator's choices: if the rule allows only a part of them, and with the number of people for whom the operator
   * overruled it. A browser's own number is only the most that the operator has seen.
   */
  adjustFields?(findings: Findings, people: People): Partial<LaunchFields>
  /** When the people whom the rule found may be called. */
  laterCallsOf?(findings: Findings, people: People): LaterCalls[]
  /** When a batch of these people must be cancelled; null: never. */
  closingOf?(findings: Findings, people: People): Closing | null
  /** @param rowsOf returns the rows of the file at these indexes, as a spreadsheet counts */
  describe(findings: Findings, rowsOf: (indexes: readonly number[]) => number[]): Description
}

/** The rule for each kind of findings. */
export type RecipientRuleTable = { [Name in keyof RecipientFindings]: RecipientRule<unknown, RecipientFindings[Name]> }

/** The findings of all rules, in their order. */
type AllFindings = readonly unknown[]

export type RecipientChecks = ReturnType<typeof createRecipientRules>

/** Checks all rules in order. The first refusal hides later ones, so rules that cannot be overruled come first. */
export function createRecipientRules(ruleTable: RecipientRuleTable) {
  const names = Object.keys(ruleTable) as (keyof RecipientFindings)[]
  const rules: readonly RecipientRule[] = names.map((name) => ruleTable[name])

  /** @throws Refusal of the first rule about which the operator has not decided */
  function refuse(findings: AllFindings, people: People): void {
    for (const [index, rule] of rules.entries()) {
      // guard: test-goes-to-oneself
      if (people.fields.test && !rule.appliesToTests) continue
      if (people.isForLater && rule.isTemporary) continue
      rule.refuse(findings[index], people)
    }
  }

  return {
    refuse,

    /** @throws Refusal of a temporary rule */
    refuseByTemporaryRules(findings: AllFindings, people: People): void {
      for (const [index, rule] of rules.entries()) if (rule.isTemporary) rule.refuse(findings[index], people)
    },

    async find(people: People): Promise<AllFindings> {
      const findings: unknown[] = []
      for (const rule of rules) findings.push(await rule.find(people))
      return findings
    },

    /**
     * Repeats the check in the transaction that records the start.
     *
     * @param earlierFindings the result of `find`
     * @returns the current findings
     * @throws Refusal
     */
    async refuseInTransaction(store: Store, people: People, earlierFindings: AllFindings): Promise<AllFindings> {
      const findings: unknown[] = []
      for (const [index, rule] of rules.entries())
        findings.push(await rule.findAgain(store, people, earlierFindings[index]))
      // guard: called-people-are-named-in-the-record
      refuse(findings, people)
      return findings
    },

    /** When the people whom the rules found may be called. */
    laterCallsOf: (findings: AllFindings, people: People): LaterCalls[] =>
      rules.flatMap((rule, index) => rule.laterCallsOf?.(findings[index], people) ?? []),

    /** When a batch of these people must be cancelled; null: never. */
    closingOf(findings: AllFindings, people: People): Closing | null {
      const closings = rules.flatMap((rule, index) => rule.closingOf?.(findings[index], people) ?? [])
      return closings.toSorted((a, b) => a.at - b.at)[0] ?? null
    },

    /** The indexes (from 0) of everybody whom a rule found. */
    indexesOf: (findings: AllFindings): Set<number> =>
      new Set(rules.flatMap((rule, index) => rule.indexesOf(findings[index]))),

    /** The indexes (from 0) of people about whom the operator has not decided yet. */
    refusedIndexesOf(findings: AllFindings, people: People): Set<number> {
      const isRefused = (rule: RecipientRule, index: number) => {
        try {
          rule.refuse(findings[index], people)
          return false
        } catch (error) {
          if (error instanceof Refusal) return true
          throw error
        }
      }
      return new Set(rules.flatMap((rule, index) => (isRefused(rule, index) ? rule.indexesOf(findings[index]) : [])))
    },

    /** The fields of a start, adjusted by the rules. */
    adjustFields: <Fields extends LaunchFields>(findings: AllFindings, people: People, fields: Fields): Fields =>
      rules.reduce(
        (adjusted, rule, index) =>
          rule.adjustFields && findings.length > 0
            ? { ...adjusted, ...rule.adjustFields(findings[index], people) }
            : adjusted,
        fields,
      ),

    /** The findings as the page shows them. */
    describe(findings: AllFindings, { recipients }: People): RecipientFindings {
      const rowsOf = (indexes: readonly number[]) => indexes.map((index) => recipients[index]?.row ?? 0)
      const descriptions = names.map((name, index) => [name, rules[index]?.describe(findings[index], rowsOf)] as const)
      return Object.fromEntries(descriptions) as object as RecipientFindings
    },
  }
}
