/** The outline of a drawn step. Each step type has a shape of its own, so that nobody has to tell them apart by colour. */
import { cx } from '#ui/classes.ts'
import { isStepType } from '../steps/step-types.ts'
import type { Size } from './step-size.ts'

const radius = 8
/** The height of the tail of a speech bubble, and the size of a cut or folded corner. */
const tail = 8
const corner = 14

/** A rectangle with rounded corners, in the coordinates of the path. */
const rounded = (width: number, height: number, r: number) =>
  `M${r} 0H${width - r}A${r} ${r} 0 0 1 ${width} ${r}V${height - r}A${r} ${r} 0 0 1 ${width - r} ${height}H${r}A${r} ${r} 0 0 1 0 ${height - r}V${r}A${r} ${r} 0 0 1 ${r} 0Z`

/** A speech bubble whose tail begins at x. */
const bubble = (width: number, height: number, x: number) => {
  const bottom = height - tail
  const r = radius
  return `M${r} 0H${width - r}A${r} ${r} 0 0 1 ${width} ${r}V${bottom - r}A${r} ${r} 0 0 1 ${width - r} ${bottom}H${x + 14}L${x} ${height}V${bottom}H${r}A${r} ${r} 0 0 1 0 ${bottom - r}V${r}A${r} ${r} 0 0 1 ${r} 0Z`
}

function pathOf(type: string, { width, height }: Size): string {
  switch (type) {
    case 'start':
    case 'end':
      return rounded(width, height, height / 2)
    case 'say':
      return bubble(width, height, 22)
    case 'ask':
      return bubble(width, height, width - 40)
    case 'condition':
      return `M${corner} 0H${width - corner}L${width} ${corner}V${height - corner}L${width - corner} ${height}H${corner}L0 ${height - corner}V${corner}Z`
    case 'transfer':
      return `M${radius} 0H${width - corner}L${width} ${height / 2}L${width - corner} ${height}H${radius}A${radius} ${radius} 0 0 1 0 ${height - radius}V${radius}A${radius} ${radius} 0 0 1 ${radius} 0Z`
    case 'message':
      return `M0 0H${width - corner}L${width} ${corner}V${height}H0ZM${width - corner} 0V${corner}H${width}`
    default:
      return rounded(width, height, 2)
  }
}

interface Props {
  type: string
  size: Size
  isSelected: boolean
  /** Whether a rehearsal is here. */
  isCurrent: boolean
}

export const StepShape = ({ type, size, isSelected, isCurrent }: Props) => (
  <svg
    aria-hidden
    width={size.width}
    height={size.height}
    className={cx(
      'step-shape absolute inset-0 -z-10 overflow-visible',
      type === 'end' && 'step-shape-end',
      !isStepType(type) && 'step-shape-unknown',
      isSelected && 'step-shape-selected',
      isCurrent && 'step-shape-current',
    )}
  >
    <path d={pathOf(type, size)} />
  </svg>
)
