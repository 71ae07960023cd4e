/** The label of a sentiment (interface 6 names three, but services may send others). */
import { sentimentValue } from '#contract/index.ts'

const labels: Record<string, string> = {
  positive: 'Positive',
  neutral: 'Neutral',
  negative: 'Negative',
}

/** The label of a sentiment. An unknown sentiment is shown as the service sends it. */
export const sentimentLabel = (sentiment: string): string =>
  sentimentValue(sentiment) === null ? sentiment || 'Unknown' : (labels[sentiment.toLowerCase()] ?? sentiment)
