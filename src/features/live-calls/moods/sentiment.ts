/** The label of a sentiment (interface 6 names three, but services may send others). */
import { sentimentValue } from '#contract/index.ts'
import * as texts from './texts.ts'

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
