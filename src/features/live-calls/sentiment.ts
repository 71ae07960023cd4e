/** Sentiment: the service's word, and what a line over time makes of it (interface 6: three words, and others may come). */

const known: Record<string, { word: string; value: number }> = {
  positive: { word: 'Positive', value: 1 },
  neutral: { word: 'Neutral', value: 0 },
  negative: { word: 'Negative', value: -1 },
}

/** The word to show; another word than the three is shown as the service wrote it. */
export const sentimentWord = (sentiment: string): string =>
  known[sentiment.toLowerCase()]?.word ?? (sentiment === '' ? 'Not known' : sentiment)

/** From −1 to 1; null where the word says nothing that could be drawn. */
export const sentimentValue = (sentiment: string): number | null => known[sentiment.toLowerCase()]?.value ?? null

/** The words to filter by. */
export const sentiments = Object.keys(known)

export interface Mood {
  /** Browser clock, ms. */
  at: number
  value: number
}

/** Enough for an hour at one reading in four seconds. */
const most = 900

/** The line after one more reading. The same array where nothing was learned. */
export function addMood(moods: readonly Mood[], sentiment: string, at: number): readonly Mood[] {
  const value = sentimentValue(sentiment)
  const last = moods.at(-1)
  if (value === null || (last && last.at >= at)) return moods
  return [...moods, { at, value }].slice(-most)
}
