/** A step on the canvas: its shape, type and label, the beginning of its text, and the branches of a condition. */
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import Check from 'lucide-react/icons/check'
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { FlowNode } from '#contract/index.ts'
import { labelOf } from '#flow-engine/graph.ts'
import { cx } from '#ui/classes.ts'
import { Glyph } from '#ui/status/icon.tsx'
import { dataOf, endsCall } from '../steps/graph.ts'
import { stepTypeOf } from '../steps/step-types.ts'
import * as texts from '../steps/texts.tsx'
import { WithVariables } from '../steps/variables.tsx'
import type { StepMark } from '../steps/walked-path.ts'
import { branchHandle, newBranchHandle } from './step-handles.ts'
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
  /** The branches of a condition in their order, as texts; [] for other steps. */
  branches: readonly string[]
}
export type StepNode = Node<StepNodeData, 'step'>

export function StepNodeView({ data, selected, isConnectable }: NodeProps<StepNode>) {
  const { step, number, size, problems, mark, branches } = data
  const { name, icon, colour } = stepTypeOf(step.type)
  const { prompt } = dataOf(step)
  const isSmall = step.type === 'start' || step.type === 'end'
  return (
    <div
      className={cx(
        'relative isolate flex size-full flex-col overflow-clip text-left text-label text-ink [overflow-clip-margin:10px]',
        isSmall ? 'justify-center px-4' : 'px-3 py-2',
        // Its right side ends in a point or a folded corner.
        (step.type === 'transfer' || step.type === 'message') && 'pr-5',
      )}
    >
      <span className={colour}>
        <StepShape type={step.type} size={size} isSelected={selected || mark !== null} isCurrent={mark === 'current'} />
      </span>
      <Handle
        type="target"
        position={Position.Left}
        isConnectable={isConnectable && step.type !== 'start'}
        aria-hidden
      />
      <div className="flex items-center gap-1.5 text-small text-muted">
        <span className={colour}>
          <Glyph icon={icon} size="small" />
        </span>
        {/* A start or end step that has no label of its own shows its type only once. */}
        <span className={cx('min-w-0 flex-1 truncate', isSmall && 'text-base font-medium text-ink')}>
          {isSmall ? labelOf(step) || name : name}
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
        <span className="tabular-nums">{number}</span>
      </div>
      {!isSmall && (
        <div dir="auto" className="truncate text-base font-medium">
          {labelOf(step) || name}
        </div>
      )}
      {!isSmall && step.type !== 'condition' && typeof prompt === 'string' && (
        <div dir="auto" className="line-clamp-2 text-small text-soft">
          <WithVariables text={prompt} />
        </div>
      )}
      {step.type === 'condition' ? (
        <Branches branches={branches} isConnectable={isConnectable} />
      ) : (
        <Handle
          type="source"
          position={Position.Right}
          isConnectable={isConnectable && !endsCall(step.type)}
          aria-hidden
        />
      )}
    </div>
  )
}

/** A line that is a shadow does not move the handle, which is in the middle of its row. */
const rowClasses = 'relative flex h-6 items-center px-3 inset-shadow-[0_1px_var(--color-line-strong)]'

/** The branches of a condition in the order in which they are checked. Each has its own handle; the last handle draws a new one. */
const Branches = ({ branches, isConnectable }: { branches: readonly string[]; isConnectable: boolean }) => (
  <ol className="-mx-3 mt-auto -mb-0.5 text-small">
    {branches.map((branch, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- a branch is its place in the order
      <li key={index} className={`${rowClasses} gap-1.5`}>
        <span className="text-muted tabular-nums">{texts.listNumber(index + 1)}</span>
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {branch || 'No label'}
        </span>
        <Handle
          type="source"
          id={branchHandle(index)}
          position={Position.Right}
          isConnectable={isConnectable}
          isConnectableStart={false}
          aria-hidden
        />
      </li>
    ))}
    {isConnectable && (
      <li className={`${rowClasses} text-muted`}>
        Add branch
        <Handle type="source" id={newBranchHandle} position={Position.Right} isConnectable aria-hidden />
      </li>
    )}
  </ol>
)
