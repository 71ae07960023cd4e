/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an image of its own would need a request */
/** A small line beside a number: how it got there. */

interface Props {
  /** What the line shows with its values, such as "Calls by hour today: 3, 12, 40". */
  label: string
  values: readonly number[]
}

/** As wide as its container. One value is a line on its own level, none is nothing. */
export function Sparkline({ label, values }: Props) {
  if (values.length === 0) return null
  const highest = Math.max(1, ...values)
  const points = (values.length === 1 ? [values[0] ?? 0, values[0] ?? 0] : values).map(
    (value, index, all) =>
      `${((index / (all.length - 1)) * 100).toFixed(1)} ${(21 - (value / highest) * 19).toFixed(1)}`,
  )
  const line = `M${points.join('L')}`
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 100 22"
      preserveAspectRatio="none"
      className="block h-5.5 w-full text-chart-solid"
    >
      <path d={`${line}L100 22L0 22Z`} fill="currentColor" opacity="0.14" />
      <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
