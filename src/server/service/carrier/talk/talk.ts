/** One conversation while it is simulated: what was said so far, and whether it is over. */
import type { Flow } from '#contract/index.ts'
import { fillVariables } from '#flow-engine/variables.ts'
import type { WalkedFlow } from '#flow-engine/walk.ts'
import { chance, pick, type Random } from '../../shared/random.ts'
import { Established, type Speaker } from './established.ts'

/** The fields of a flow that a call depends on. */
export type CallFlow = Pick<Flow, 'id' | 'name' | 'description'> & WalkedFlow

export type Role = Speaker

export interface Turn {
  role: Role
  text: string
  /** Change of the customer's mood. */
  moodChange: number
  /** Seconds of silence before the turn. */
  pauseSeconds: number
}

/** A customer with this mood or a lower one is angry. */
export const angryMood = -2
/** A variable that holds the customer's name. */
export const namePattern = /\{(first|last)_name\}/
const fillers = ['Um, ', 'Well, ', 'Oh, ', 'Uh, '] as const
/** Answers that sound wrong after a filler, or have one already. */
const withoutFiller = /^(oh|um|hm|well|uh|okay|sorry|hi|hello|wait|let me|bye|i'|i |e |\{)/i

const sentencesOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/(?<=[.!?]) /)
    .filter((sentence) => sentence.split(' ').length > 2)

export class Talk {
  readonly turns: Turn[] = []
  isOver = false
  /** The customer has stopped speaking. */
  isCustomerSilent = false
  /** Seconds of silence before the next turn. */
  pauseSeconds = 0
  /** Text that precedes the agent's next turn. */
  nextTurnPrefix = ''
  readonly random: Random
  readonly variables: Record<string, string>
  readonly #said = new Set<string>()
  readonly #sentences = new Set<string>()
  readonly established = new Established()

  constructor(random: Random, variables: Record<string, string>) {
    this.random = random
    this.variables = variables
  }

  /** Whether it is known whom the call is for. */
  get hasName(): boolean {
    return this.variables.first_name !== ''
  }

  /** One of the texts: if possible, one that fits what is known and was not said yet. Without a name of the customer, none that has it. */
  pick(texts: readonly string[]): string {
    const possible = texts.filter((text) => this.hasName || !namePattern.test(text))
    const fitting = possible.filter((text) => this.established.allows(text))
    const fresh = fitting.filter((text) => !this.#said.has(text) && !this.repeats(text))
    const text = pick(this.random, [fresh, fitting, possible].find((list) => list.length > 0) ?? texts)
    this.#said.add(text)
    return text
  }

  /** One of the pairs, if possible one that was not said yet. */
  pickPair<T>(pairs: readonly (readonly [string, T])[]): readonly [string, T] {
    const chosen = this.pick(pairs.map(([text]) => text))
    return pairs.find(([text]) => text === chosen) as readonly [string, T]
  }

  /** Whether a sentence of a phrase was said in these words before, by anybody. Two words are no sentence. */
  repeats(phrase: string): boolean {
    return sentencesOf(fillVariables(phrase, this.variables)).some((sentence) => this.#sentences.has(sentence))
  }

  chance(probability: number): boolean {
    return chance(this.random, probability)
  }

  /** The customer's mood, within the limits that the moods of a call have. */
  get mood(): number {
    return this.turns.reduce((sum, { moodChange }) => Math.max(-3, Math.min(4, sum + moodChange)), 0)
  }

  say(role: Role, text: string, moodChange = 0): void {
    if (role === 'customer' && this.isCustomerSilent) return
    const content = fillVariables(
      role === 'agent' && this.nextTurnPrefix !== '' ? `${this.nextTurnPrefix} ${text}` : text,
      this.variables,
    )
    if (role === 'agent') this.nextTurnPrefix = ''
    if (content === '') return
    this.#note(role, content)
    this.turns.push({ role, text: content, moodChange, pauseSeconds: this.pauseSeconds })
    this.pauseSeconds = 0
  }

  #note(role: Role, content: string): void {
    this.established.note(role, content)
    for (const sentence of sentencesOf(content)) this.#sentences.add(sentence)
  }

  /** The customer goes on in the same breath. */
  add(text: string): void {
    const content = fillVariables(text, this.variables)
    const last = this.turns.at(-1)
    if (last?.role !== 'customer') this.say('customer', text)
    else {
      this.#note('customer', content)
      last.text = `${last.text} ${content}`
    }
  }

  /** The customer answers, now and then after a filler. */
  answer(text: string, moodChange = 0): void {
    const hasFiller = !withoutFiller.test(text) && this.chance(0.1)
    const filler = hasFiller ? pick(this.random, fillers) : ''
    this.say('customer', hasFiller ? `${filler}${text.charAt(0).toLowerCase()}${text.slice(1)}` : text, moodChange)
  }

  /** The agent's last turn breaks off, because the customer hangs up. */
  breakOff(): void {
    const last = this.turns.at(-1)
    const words = last?.text.split(' ') ?? []
    if (last?.role !== 'agent' || words.length < 6) return
    const kept = Math.ceil(words.length * (0.4 + 0.3 * this.random()))
    last.text = `${words
      .slice(0, kept)
      .join(' ')
      .replace(/[.,?!]+$/, '')}—`
  }
}

const wordsPerSecond = 2.3

/** How long it takes to say a text. */
export const speakingSeconds = (text: string): number => Math.max(1.4, text.split(' ').length / wordsPerSecond)

/** Rounds seconds to one decimal, so that scripts compare equal. */
export const roundToTenth = (seconds: number): number => Math.round(seconds * 10) / 10
