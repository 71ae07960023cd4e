/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an image of its own would need a request */
/** A small line beside a number: how it got there. */

interface Props {
  /** What the line shows with its values, such as "Calls by hour today: 3, 12, 40". */
  label: string
  /** null: unknown, a gap in the line. */
  values: readonly (number | null)[]
  /** The value at the top, such as 1 for shares. Default: the highest value. */
  top?: number
}

/** From left to right in hundredths of the width, and down from the top. */
type Place = readonly [x: number, y: number]

/** Neighbours with a known value, as lines. A value alone is a line on its own level. */
export function linesOf(values: readonly (number | null)[], top: number): Place[][] {
  const step = 100 / Math.max(1, values.length - 1)
  const lines: Place[][] = []
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const place: Place = [index * step, 21 - (value / top) * 19]
    if (index > 0 && values[index - 1] !== null) lines.at(-1)?.push(place)
    else lines.push([place])
  }
  const reach = values.length === 1 ? 100 : step / 2
  return lines.map((line) => {
    const [first] = line
    if (line.length > 1 || !first) return line
    const [x, y] = first
    return [
      [Math.max(0, x - reach), y],
      [Math.min(100, x + reach), y],
    ]
  })
}

/** As wide as its container. Without a known value it is empty. */
export function Sparkline({ label, values, top = Math.max(1, ...values.map((value) => value ?? 0)) }: Props) {
  const lines = linesOf(values, top)
  if (lines.length === 0) return null
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 100 22"
      preserveAspectRatio="none"
      className="block h-5.5 w-full text-accent/70"
    >
      {lines.map((line) => {
        const path = `M${line.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`
        const [from, to] = [line[0]?.[0] ?? 0, line.at(-1)?.[0] ?? 0]
        return (
          <g key={from}>
            <path d={`${path}L${to.toFixed(1)} 22L${from.toFixed(1)} 22Z`} fill="currentColor" opacity="0.14" />
            <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
          </g>
        )
      })}
    </svg>
  )
}
