/** Sentiment of a call: its label, and its history as a line (interface 6 names three values, but services may send others). */
import * as texts from './texts.tsx'

const knownSentiments: Record<string, { label: string; value: number }> = {
  positive: { label: texts.positive, value: 1 },
  neutral: { label: texts.neutral, value: 0 },
  negative: { label: texts.negative, value: -1 },
}

/** The label of a sentiment. An unknown sentiment is shown as the service sends it. */
export const sentimentLabel = (sentiment: string): string =>
  knownSentiments[sentiment.toLowerCase()]?.label ?? (sentiment === '' ? texts.unknownSentiment : sentiment)

/** From −1 to 1; null for an unknown sentiment, which cannot be drawn. */
export const sentimentValue = (sentiment: string): number | null =>
  knownSentiments[sentiment.toLowerCase()]?.value ?? null

/** The values that the wall can be filtered by. */
export const sentimentNames = Object.keys(knownSentiments)

export interface SentimentPoint {
  /** Browser clock, ms. */
  at: number
  value: number
}

/** Enough for an hour if the call is read every four seconds. */
const maxPoints = 900

/** Adds the sentiment that was read at a time. Returns the same array if there is nothing to add. */
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
