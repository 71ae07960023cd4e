/** Random numbers from a generator that is passed as an argument. */
import { randomBytes } from 'node:crypto'

/** Returns a number in [0, 1). */
export type Random = () => number

/** Uses the operating system's generator: for IDs created at run time. */
export const systemRandom: Random = () => randomBytes(4).readUInt32LE() / 2 ** 32

/** The same seed always gives the same sequence (sfc32, seeded by xmur3). */
export function seededRandom(seed: string): Random {
  let mixed = 1779033703 ^ seed.length
  for (let i = 0; i < seed.length; i++) {
    mixed = Math.imul(mixed ^ seed.charCodeAt(i), 3432918353)
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

/** An integer from `min` to `max`, inclusive. */
export const integerBetween = (random: Random, min: number, max: number): number =>
  min + Math.floor(random() * (max - min + 1))

/** True with the given probability (0 to 1). */
export const chance = (random: Random, probability: number): boolean => random() < probability

/** An element of the list, which must not be empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const picked = list[Math.floor(random() * list.length)]
  if (picked === undefined) throw new RangeError('Nothing to pick from')
  return picked
}

/** One of the keys, with a probability in proportion to its weight. */
export function pickWeighted<T extends string>(random: Random, weights: Record<T, number>): T {
  const entries = Object.entries<number>(weights) as [T, number][]
  let remaining = random() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [key, weight] of entries) {
    remaining -= weight
    if (remaining < 0) return key
  }
  return (entries.at(-1) as [T, number])[0]
}

/** A shuffled copy of the list. */
export function shuffle<T>(random: Random, list: readonly T[]): T[] {
  const result = [...list]
  for (let i = result.length - 1; i > 0; i--) {
    const j = integerBetween(random, 0, i)
    ;[result[i], result[j]] = [result[j] as T, result[i] as T]
  }
  return result
}

const randomText = (alphabet: string, length: number) => (random: Random) =>
  Array.from({ length }, () => alphabet.charAt(integerBetween(random, 0, alphabet.length - 1))).join('')

/** Generators of the IDs of interface section 6. */
export const newId = {
  /** Agents, flows, conversations, messages: 24 hex characters. */
  record: randomText('0123456789abcdef', 24),
  call: randomText('abcdefghijklmnopqrstuvwxyz0123456789', 10),
  batch: (random: Random) => `batch_${randomText('0123456789', 16)(random)}`,
  /** Jobs of a batch share a stem, so that their IDs sort in row order. */
  jobStem: randomText('0123456789', 12),
  job: (stem: string, position: number) => `call_${stem}${String(position).padStart(5, '0')}`,
}
