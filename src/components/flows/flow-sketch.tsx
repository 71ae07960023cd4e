/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an image in a file of its own would not have the colors of the theme */
/** A small drawing of a flow's steps, as an image. The diagram of the editor is on the flow's page. */
import type { Flow } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { type SketchLine, type SketchStep, sketchOf, stepBox } from './sketch-layout.ts'

/** More steps are not legible in so little space. */
const maxSteps = 40
/** How many characters of a label fit into its box. */
const maxLabelLength = 22

const shortened = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

const strokeClasses: Record<string, string> = {
  start: 'stroke-accent',
  end: 'stroke-line-strong',
  transfer: 'stroke-step-transfer',
}

const Box = ({ step: { x, y, type, label } }: { step: SketchStep }) => (
  <g>
    <rect
      x={x}
      y={y}
      width={stepBox.width}
      height={stepBox.height}
      rx={type === 'condition' ? stepBox.height / 2 : 5}
      strokeWidth={1.25}
      className={`fill-raised ${strokeClasses[type] ?? 'stroke-control'}`}
    />
    <text
      x={x + stepBox.width / 2}
      y={y + stepBox.height / 2}
      fontSize={11}
      textAnchor="middle"
      dominantBaseline="central"
      className="fill-ink"
    >
      {visibleText(shortened(label, maxLabelLength))}
    </text>
  </g>
)

/** How far a line beside the steps is from them. */
const bulge = 36
/** Room for such lines and their labels. */
const margin = 76

/** From the right side of a step to the right side of another, beside what is between them. */
function sidePath(from: SketchStep, to: SketchStep): string {
  const [x1, y1] = [from.x + stepBox.width, from.y + stepBox.height / 2]
  const [x2, y2] = [to.x + stepBox.width, to.y + stepBox.height / 2]
  const far = Math.max(x1, x2) + bulge
  return `M${x1} ${y1} C${far} ${y1} ${far} ${y1} ${far} ${(y1 + y2) / 2} S${far} ${y2} ${x2} ${y2}`
}

function nextPath(from: SketchStep, to: SketchStep): string {
  const [x1, y1] = [from.x + stepBox.width / 2, from.y + stepBox.height]
  const [x2, y2] = [to.x + stepBox.width / 2, to.y]
  const middle = (y1 + y2) / 2
  return `M${x1} ${y1} C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`
}

const Line = ({ line: { from, to, way } }: { line: SketchLine }) => (
  <path
    d={way === 'next' ? nextPath(from, to) : sidePath(from, to)}
    fill="none"
    strokeWidth={1.25}
    strokeDasharray={way === 'back' ? '3 3' : undefined}
    className="stroke-line-strong"
  />
)

/** The label of lines that lead to the same step, or leave the same step beside others. */
const Label = ({
  x,
  y,
  anchor,
  labels,
}: {
  x: number
  y: number
  anchor: 'start' | 'middle'
  labels: readonly string[]
}) => {
  const shown = [...new Set(labels)].filter((label) => label !== '')
  return shown.length === 0 ? null : (
    <text
      x={x}
      y={y}
      fontSize={10}
      strokeWidth={4}
      textAnchor={anchor}
      paintOrder="stroke"
      className="fill-muted stroke-raised"
    >
      {visibleText(shortened(shown.join(', '), maxLabelLength))}
    </text>
  )
}

const labelsOf = (lines: readonly SketchLine[]) => lines.map(({ label }) => label)

const StepLabels = ({ step, lines }: { step: SketchStep; lines: readonly SketchLine[] }) => (
  <>
    {/* Above the step, where the lines of a branch are apart. */}
    <Label
      x={step.x + stepBox.width / 2}
      y={step.y - 7}
      anchor="middle"
      labels={labelsOf(lines.filter(({ to, way }) => to === step && way === 'next'))}
    />
    <Label
      x={step.x + stepBox.width + 5}
      y={step.y + 9}
      anchor="start"
      labels={labelsOf(lines.filter(({ from, way }) => from === step && way !== 'next'))}
    />
  </>
)

export function FlowSketch({ flow: { name, flowData } }: { flow: Pick<Flow, 'name' | 'flowData'> }) {
  if (flowData.nodes.length === 0) return <p className="text-muted">This flow has no steps. Calls follow its prompt.</p>
  if (flowData.nodes.length > maxSteps)
    return (
      <p className="text-muted">This flow has {plural(flowData.nodes.length, 'step', 'steps')}. Open it to see them.</p>
    )
  const { steps, lines, width, height } = sketchOf(flowData)
  return (
    <svg
      role="img"
      aria-label={`Drawing of the flow “${name}” with ${plural(flowData.nodes.length, 'step', 'steps')}`}
      viewBox={`${-margin} -2 ${width + 2 * margin} ${height + 4}`}
      style={{ maxWidth: width + 2 * margin }}
      className="mx-auto block h-auto w-full"
    >
      {lines.map((line) => (
        <Line key={line.id} line={line} />
      ))}
      {steps.map((step) => (
        <Box key={step.id} step={step} />
      ))}
      {steps.map((step) => (
        <StepLabels key={step.id} step={step} lines={lines} />
      ))}
    </svg>
  )
}
