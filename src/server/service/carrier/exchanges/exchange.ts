/** Exchanges of a few sentences that a call may have besides the steps of its flow: written as a whole, so that they hang together. */

/** Where in a call an exchange can happen. */
export type Place =
  /** Before the matter. */
  | 'opening'
  /** After a statement of the flow. */
  | 'statement'
  /** After a question of the flow, before its answer. It leads back to the question. */
  | 'before-answer'
  /** After a question of the flow. It holds the answer. */
  | 'answer'
  /** After the answer to a question of the flow. */
  | 'after-answer'
  /** Before the goodbye. */
  | 'closing'

export interface ExchangeTurn {
  role: 'agent' | 'customer'
  /** With `{variables}`, and `[one|other]` for words of which one is said. */
  text: string
  /** Seconds of silence before it, at least and at most. */
  pause: readonly [number, number]
}

interface Conditions {
  /** Found in the statement or question; of a closing, in anything that the agent said in the call. */
  to?: RegExp
  /** Found in the customer's answer. */
  answer?: RegExp
  /** The branch to which the answer leads. */
  side?: 'yes' | 'no'
  /** Found in nothing that was said in the call. */
  unless?: RegExp
  /** What nobody says any more afterwards. */
  rulesOut?: RegExp
  /** A closing after which only the goodbye follows. */
  isLast?: true
}

export interface Exchange extends Conditions {
  place: Place
  turns: readonly ExchangeTurn[]
}

const turnPattern = /^(agent|customer)(?:, (\d+) to (\d+) s)?: (.+)$/

/**
 * Reads an exchange.
 *
 * @param text one turn a line: `agent: Of course.`, with seconds of silence before it: `customer, 20 to 45 s: Here it is.`
 * @throws SyntaxError if a line is no turn
 */
export function exchange(place: Place, conditions: Conditions, text: string): Exchange {
  const turns = text
    .trim()
    .split(/\n\s*/)
    .map((line): ExchangeTurn => {
      const [, role, least, most, words = ''] = turnPattern.exec(line) ?? []
      if (role !== 'agent' && role !== 'customer') throw new SyntaxError(`Not a turn of an exchange: ${line}`)
      return { role, text: words, pause: [Number(least ?? 0), Number(most ?? 0)] }
    })
  return { place, ...conditions, turns }
}

const alternatives = /\[([^\]]*)\]/

/** Every text that a text with `[one|other]` stands for. */
export function variantsOf(text: string): string[] {
  const found = alternatives.exec(text)
  if (found === null) return [text]
  return (found[1] ?? '').split('|').flatMap((one) => variantsOf(text.replace(found[0], one)))
}
