/** Sentiment of a call: its label, and its history as a line (interface 6 names three values, but services may send others). */
import { sentimentValue } from '#contract/index.ts'
import * as texts from './texts.tsx'

const labels: Record<string, string> = {
  positive: texts.positive,
  neutral: texts.neutral,
  negative: texts.negative,
}

/** The label of a sentiment. An unknown sentiment is shown as the service sends it. */
export const sentimentLabel = (sentiment: string): string =>
  sentimentValue(sentiment) === null
    ? sentiment || texts.unknownSentiment
    : (labels[sentiment.toLowerCase()] ?? sentiment)

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
