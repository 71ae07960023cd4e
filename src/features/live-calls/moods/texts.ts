/** Texts about the sentiment over a call. */
export const title = 'Sentiment'
export const roseTo = (sentiment: string) => `Rose to ${sentiment}`
export const fellTo = (sentiment: string) => `Fell to ${sentiment}`
export const changedTo = (sentiment: string) => `Changed to ${sentiment}`
/** In the transcript, after the line that moved it. */
export const sentimentNote = (change: string) => `Sentiment ${change.slice(0, 1).toLowerCase()}${change.slice(1)}`
export const started = (sentiment: string) => `${sentiment} at the first reading`
export const unchanged = 'Unchanged since then.'
export const sourceHint =
  'As the service judged it each time Switchboard read the call. The line before a change may have caused it.'
export const after = (words: string) => `After “${words}”`
export const showLine = 'Show line'
/** Completes the button’s name for screen readers. */
export const ofChange = (change: string) => `: ${change}`
export const nothingKnown = 'The service has given no sentiment.'

// sentiment.ts
export const positive = 'Positive'
export const neutral = 'Neutral'
export const negative = 'Negative'
export const unknownSentiment = 'Unknown'
