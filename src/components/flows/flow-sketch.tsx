/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an image in a file of its own would not have the colors of the theme */
/** A small drawing of a flow's steps, as an image. The diagram of the editor is on the flow's page. */
import type { Flow } from '#contract/index.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { type SketchLine, type SketchStep, sketchOf, stepBox } from './sketch-layout.ts'
import * as texts from './texts.ts'

/** More steps are not legible in so little space. */
const maxSteps = 40
/** How many characters of a label fit into its box. */
const maxLabelLength = 22

const shortened = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

const strokeClasses: Record<string, string> = {
  start: 'stroke-accent',
  end: 'stroke-line-strong',
  transfer: 'stroke-live',
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

function Line({ line: { from, to, isBack } }: { line: SketchLine }) {
  const [x1, y1] = [from.x + stepBox.width / 2, from.y + stepBox.height]
  const [x2, y2] = [to.x + stepBox.width / 2, to.y]
  const bend = Math.max(14, (y2 - y1) / 2)
  const path = isBack
    ? `M${from.x + stepBox.width} ${from.y + stepBox.height / 2} C${from.x + stepBox.width + 40} ${from.y} ${to.x + stepBox.width + 40} ${to.y + stepBox.height} ${to.x + stepBox.width} ${to.y + stepBox.height / 2}`
    : `M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`
  return (
    <path
      d={path}
      fill="none"
      strokeWidth={1.25}
      strokeDasharray={isBack ? '3 3' : undefined}
      className="stroke-line-strong"
    />
  )
}

/** Above its step, where the lines of a branch are apart. One for all lines that lead there. */
function BranchLabel({ step, lines }: { step: SketchStep; lines: readonly SketchLine[] }) {
  const labels = new Set(lines.filter(({ to, isBack }) => to === step && !isBack).map(({ label }) => label))
  labels.delete('')
  if (labels.size === 0) return null
  return (
    <text
      x={step.x + stepBox.width / 2}
      y={step.y - 7}
      fontSize={10}
      strokeWidth={4}
      textAnchor="middle"
      paintOrder="stroke"
      className="fill-muted stroke-raised"
    >
      {visibleText(shortened([...labels].join(', '), maxLabelLength))}
    </text>
  )
}

export function FlowSketch({ flow: { name, flowData } }: { flow: Pick<Flow, 'name' | 'flowData'> }) {
  if (flowData.nodes.length === 0) return <p className="text-muted">{texts.noSteps}</p>
  if (flowData.nodes.length > maxSteps) return <p className="text-muted">{texts.tooManySteps(flowData.nodes.length)}</p>
  const { steps, lines, width, height } = sketchOf(flowData)
  const margin = 44
  return (
    <svg
      role="img"
      aria-label={texts.drawing(name, flowData.nodes.length)}
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
        <BranchLabel key={step.id} step={step} lines={lines} />
      ))}
    </svg>
  )
}
