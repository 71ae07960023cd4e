/** Sentiment over the time of a call as a step line, from negative (low) to positive (high). */
import { type CallMood, sentimentValue } from '#contract/index.ts'

interface Props {
  moods: readonly Pick<CallMood, 'at' | 'sentiment'>[]
  /** The end of the line: when the call was last read. By the same clock as the moods. */
  until: number
  width: number
}
const height = 18

/** Screen readers get the sentiment from the text beside it, and its changes from the notes in the transcript. */
export function SentimentLine({ moods, until, width }: Props) {
  const drawn = moods.flatMap(({ at, sentiment }) => {
    const value = sentimentValue(sentiment)
    return value === null ? [] : [{ at, value }]
  })
  const [first] = drawn
  if (!first) return null
  const span = Math.max(1, until - first.at)
  const xOf = (at: number) => (Math.min(1, (at - first.at) / span) * width).toFixed(1)
  const yOf = (value: number) => height / 2 - value * (height / 2 - 2)
  const path = drawn.map(
    ({ at, value }, index) =>
      `${index === 0 ? 'M' : 'H'}${xOf(at)}${index === 0 ? ` ${yOf(value)}` : `V${yOf(value)}`}`,
  )
  return (
    <svg
      aria-hidden
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="max-w-full min-w-0"
      preserveAspectRatio="none"
    >
      <path d={`M0 ${height / 2}H${width}`} stroke="var(--color-line-strong)" strokeDasharray="2 3" />
      <path
        d={`${path.join('')}H${width}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  )
}
