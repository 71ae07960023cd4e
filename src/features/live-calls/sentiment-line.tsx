/** Sentiment over time as a step line, from negative (low) to positive (high). */
interface Props {
  /** -1, 0 or 1 for each time the call was read, oldest first. */
  values: readonly number[]
  /** Describes the line to screen readers. */
  label: string
  width?: number
}
const height = 18

export function SentimentLine({ values, label, width = 96 }: Props) {
  const step = width / Math.max(1, values.length)
  const yOf = (value: number) => height / 2 - value * (height / 2 - 2)
  const path = values
    .map(
      (value, index) =>
        `${index === 0 ? 'M0' : `L${(index * step).toFixed(1)}`} ${yOf(value)}H${((index + 1) * step).toFixed(1)}`,
    )
    .join('')
  return (
    <>
      <span className="sr-only">{label}</span>
      <svg aria-hidden width={width} height={height} viewBox={`0 0 ${width} ${height}`} className="shrink-0">
        <path d={`M0 ${height / 2}H${width}`} stroke="var(--color-line-strong)" strokeDasharray="2 3" />
        <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      </svg>
    </>
  )
}
