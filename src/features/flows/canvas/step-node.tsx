/** A step on the canvas: its shape, type and label, the beginning of its text, and the handles of its connections. */
import { Handle, type Node, type NodeProps, Position, useStore } from '@xyflow/react'
import Check from 'lucide-react/icons/check'
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { FlowNode } from '#contract/index.ts'
import { labelOf } from '#flow-engine/graph.ts'
import { cx } from '#ui/classes.ts'
import { Glyph } from '#ui/status/icon.tsx'
import { dataOf, endsCall, type Point } from '../steps/graph.ts'
import { stepTypeOf } from '../steps/step-types.ts'
import * as texts from '../steps/texts.tsx'
import { WithVariables } from '../steps/variables.tsx'
import type { StepMark } from '../steps/walked-path.ts'
import { newBranchHandle } from './step-handles.ts'
import { StepShape } from './step-shape.tsx'
import type { Size } from './step-size.ts'

export interface StepNodeData extends Record<string, unknown> {
  step: FlowNode
  number: number
  size: Size
  /** What to check in this step, as sentences; '' if nothing. */
  problems: string
  /** Whether a rehearsal is or was here. */
  mark: StepMark
  /** Where its connections begin, from its upper left corner. */
  starts: readonly (Point & { id?: string })[]
}
export type StepNode = Node<StepNodeData, 'step'>

/** Below this zoom, text in its usual size would not be legible: there are only labels, in a size that is. */
const labelsOnlyBelow = 0.7
export const useHasLabelsOnly = () => useStore(({ transform: [, , zoom] }) => zoom < labelsOnlyBelow)

export function StepNodeView({ data, selected, isConnectable }: NodeProps<StepNode>) {
  const { step, number, size, problems, mark, starts } = data
  const hasLabelOnly = useHasLabelsOnly()
  const { name, icon, colour } = stepTypeOf(step.type)
  const { prompt } = dataOf(step)
  const label = labelOf(step) || name
  const isSmallStep = step.type === 'start' || step.type === 'end'
  const isSmall = hasLabelOnly || isSmallStep
  return (
    <div
      className={cx(
        'relative isolate flex size-full flex-col overflow-clip text-left text-label text-ink [overflow-clip-margin:10px]',
        isSmall ? 'justify-center px-3' : 'px-3 py-2',
        // The tail of a speech bubble is below its text.
        (step.type === 'say' || step.type === 'ask') && 'pb-2',
        // Its right side ends in a point or a folded corner.
        (step.type === 'transfer' || step.type === 'message') && 'pr-5',
      )}
    >
      <span className={colour}>
        <StepShape type={step.type} size={size} isSelected={selected || mark !== null} isCurrent={mark === 'current'} />
      </span>
      <Handle
        type="target"
        position={Position.Top}
        isConnectable={isConnectable && step.type !== 'start'}
        aria-hidden
      />
      <div className="flex items-center gap-1.5 text-small text-muted">
        <span className={colour}>
          <Glyph icon={icon} size="small" />
        </span>
        {/* A start or end step that has no label of its own shows its type only once. */}
        <span
          dir="auto"
          className={cx(
            'min-w-0 flex-1',
            hasLabelOnly
              ? ['text-[1.25rem]/6 font-medium text-ink', isSmallStep ? 'truncate' : 'line-clamp-2']
              : ['truncate', isSmall && 'text-base font-medium text-ink'],
          )}
        >
          {isSmall ? label : name}
        </span>
        {mark !== null && (
          <span className="text-accent" title={texts.stepMark(mark)}>
            <Glyph icon={mark === 'current' ? PhoneOutgoing : Check} size="small" />
          </span>
        )}
        {problems !== '' && (
          <span className="text-ink" title={problems}>
            <Glyph icon={TriangleAlert} size="small" />
          </span>
        )}
        {!hasLabelOnly && <span className="tabular-nums">{number}</span>}
      </div>
      {!isSmall && (
        <div dir="auto" className="truncate text-base font-medium">
          {label}
        </div>
      )}
      {!isSmall && step.type !== 'condition' && typeof prompt === 'string' && (
        <div dir="auto" className="truncate text-small text-soft [&_code]:text-small">
          <WithVariables text={prompt} />
        </div>
      )}
      {starts.map(({ id, x, y }) => (
        <Handle
          key={id ?? ''}
          type="source"
          id={id}
          position={Position.Bottom}
          style={{ left: x, top: y, bottom: 'auto', transform: 'translate(-50%, -50%)' }}
          title={id === newBranchHandle ? 'Draw a new branch from here' : undefined}
          isConnectable={isConnectable && !endsCall(step.type)}
          // A branch is drawn from the last place of a condition.
          isConnectableStart={id === undefined || id === newBranchHandle}
          aria-hidden
        />
      ))}
    </div>
  )
}
