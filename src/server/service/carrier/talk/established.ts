/** What a call has established so far, and with that which sentences can still follow. */
import { agentContradictions, customerContradictions, presuppositions, topics } from '../lines/facts.ts'

export type Speaker = 'agent' | 'customer' | 'colleague'

/** What a sentence says, as the places of facts in their lists. Two facts that contradict each other are `n` and `-n`. */
interface Meaning {
  byCustomer: readonly number[]
  byCompany: readonly number[]
  asks: readonly number[]
  tells: readonly number[]
}

const sides = (pairs: readonly (readonly [RegExp, RegExp])[], text: string): number[] =>
  pairs.flatMap(([one, other], i) => [...(one.test(text) ? [i + 1] : []), ...(other.test(text) ? [-i - 1] : [])])
const matching = (patterns: readonly RegExp[], text: string): number[] =>
  patterns.flatMap((pattern, i) => (pattern.test(text) ? [i] : []))

const asking = topics.map(({ asks }) => asks)
const telling = topics.map(({ told }) => told)
const meaningOf = (text: string): Meaning => ({
  byCustomer: sides(customerContradictions, text),
  byCompany: sides(agentContradictions, text),
  asks: matching(asking, text),
  tells: matching(telling, text),
})

/** Phrases come from lists, so what each says is found out once. Texts of a flow are not kept here. */
const meanings = new Map<string, Meaning>()
const maxMeanings = 5_000
function meaningOfPhrase(phrase: string): Meaning {
  const known = meanings.get(phrase)
  if (known !== undefined) return known
  const meaning = meaningOf(phrase)
  if (meanings.size < maxMeanings) meanings.set(phrase, meaning)
  return meaning
}

/** Whether one person can say both sentences. */
export function agree(one: string, other: string): boolean {
  const { byCustomer } = meaningOfPhrase(one)
  return !meaningOfPhrase(other).byCustomer.some((fact) => byCustomer.includes(-fact))
}

export class Established {
  readonly #said: string[] = []
  readonly #saidByCompany: string[] = []
  readonly #byCustomer = new Set<number>()
  readonly #byCompany = new Set<number>()
  readonly #topics = new Set<number>()
  readonly #ruledOut: RegExp[] = []

  /** Takes note of what was said. */
  note(speaker: Speaker, text: string): void {
    const { byCustomer, byCompany, asks, tells } = meaningOf(text)
    this.#said.push(text)
    if (speaker === 'customer') for (const fact of byCustomer) this.#byCustomer.add(fact)
    else {
      this.#saidByCompany.push(text)
      for (const fact of byCompany) this.#byCompany.add(fact)
    }
    for (const topic of [...asks, ...tells]) this.#topics.add(topic)
  }

  /** Nothing that matches will be said any more. */
  ruleOut(pattern: RegExp): void {
    this.#ruledOut.push(pattern)
  }

  /** Whether anybody said something that matches. */
  has(pattern: RegExp): boolean {
    return this.#said.some((text) => pattern.test(text))
  }

  /** Whether the agent or a colleague said something that matches. */
  hasTold(pattern: RegExp): boolean {
    return this.#saidByCompany.some((text) => pattern.test(text))
  }

  /** Whether a phrase fits what is known: it asks nothing again, denies nothing and takes nothing for known that is not. */
  allows(phrase: string): boolean {
    const { byCustomer, byCompany, asks } = meaningOfPhrase(phrase)
    return !(
      this.#ruledOut.some((pattern) => pattern.test(phrase)) ||
      byCustomer.some((fact) => this.#byCustomer.has(-fact)) ||
      byCompany.some((fact) => this.#byCompany.has(-fact)) ||
      asks.some((topic) => this.#topics.has(topic)) ||
      presuppositions.some(([sentence, before]) => sentence.test(phrase) && !this.has(before))
    )
  }
}
