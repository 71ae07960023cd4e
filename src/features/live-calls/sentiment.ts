/** Sentiment of a call: its label, and its history as a line (interface 6 names three values, but services may send others). */
import * as texts from './texts.tsx'

const known: Record<string, { label: string; value: number }> = {
  positive: { label: texts.positive, value: 1 },
  neutral: { label: texts.neutral, value: 0 },
  negative: { label: texts.negative, value: -1 },
}

/** The label to show. A value other than the three is shown as the service sends it. */
export const sentimentWord = (sentiment: string): string =>
  known[sentiment.toLowerCase()]?.label ?? (sentiment === '' ? texts.unknownSentiment : sentiment)

/** From −1 to 1; null for a value that cannot be drawn. */
export const sentimentValue = (sentiment: string): number | null => known[sentiment.toLowerCase()]?.value ?? null

/** The values that the wall can be filtered by. */
export const sentiments = Object.keys(known)

export interface SentimentPoint {
  /** Browser clock, ms. */
  at: number
  value: number
}

/** Enough for an hour with a reading every four seconds. */
const maxPoints = 900

/** Adds the sentiment of one reading. Returns the same array if it adds nothing. */
export function addSentimentPoint(
  points: readonly SentimentPoint[],
  sentiment: string,
  at: number,
): readonly SentimentPoint[] {
  const value = sentimentValue(sentiment)
  const last = points.at(-1)
  if (value === null || (last && last.at >= at)) return points
  return [...points, { at, value }].slice(-maxPoints)
}
