/** Randomness as an argument: a number in [0, 1) whenever it is asked. */
import { randomBytes } from 'node:crypto'

export type Random = () => number

/** From the operating system: for ids made while the service runs. */
export const systemRandom: Random = () => randomBytes(4).readUInt32LE() / 2 ** 32

/** Always the same sequence for the same text (xmur3 to mix the text, then sfc32). */
export function seeded(text: string): Random {
  let mixed = 1779033703 ^ text.length
  for (let i = 0; i < text.length; i++) {
    mixed = Math.imul(mixed ^ text.charCodeAt(i), 3432918353)
    mixed = (mixed << 13) | (mixed >>> 19)
  }
  const next = () => {
    mixed = Math.imul(mixed ^ (mixed >>> 16), 2246822507)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 3266489909)
    return (mixed ^= mixed >>> 16) >>> 0
  }
  let [a, b, c, d] = [next(), next(), next(), next()]
  return () => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
}

/** A whole number from `least` to `most`, both included. */
export const whole = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1))

/** True as often as `probability` says, from 0 to 1. */
export const chance = (random: Random, probability: number): boolean => random() < probability

/** One of a list, which must not be empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new RangeError('Nothing to pick from')
  return found
}

/** One of a table's keys, as often as its weight says. */
export function weighted<T extends string>(random: Random, weights: Record<T, number>): T {
  const entries = Object.entries<number>(weights) as [T, number][]
  let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [key, weight] of entries) {
    left -= weight
    if (left < 0) return key
  }
  return (entries.at(-1) as [T, number])[0]
}

/** The list in another order. */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const result = [...list]
  for (let i = result.length - 1; i > 0; i--) {
    const j = whole(random, 0, i)
    ;[result[i], result[j]] = [result[j] as T, result[i] as T]
  }
  return result
}

const letters = (alphabet: string, length: number) => (random: Random) =>
  Array.from({ length }, () => alphabet.charAt(whole(random, 0, alphabet.length - 1))).join('')

/** The ids of interface 6. */
export const ids = {
  /** Agents, flows, conversations, messages: 24 hex characters. */
  record: letters('0123456789abcdef', 24),
  call: letters('abcdefghijklmnopqrstuvwxyz0123456789', 10),
  batch: (random: Random) => `batch_${letters('0123456789', 16)(random)}`,
  /** The jobs of one batch share a stem, so that they stay in the order of their rows. */
  jobStem: letters('0123456789', 12),
  job: (stem: string, position: number) => `call_${stem}${String(position).padStart(5, '0')}`,
}
