/** A step on the canvas: its type, its label and the beginning of its text. */
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import Check from 'lucide-react/icons/check'
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { FlowNode } from '#contract/index.ts'
import { cx } from '#ui/classes.ts'
import { Glyph } from '#ui/status/icon.tsx'
import { endsCall, labelOf } from '../steps/graph.ts'
import { isStepType, stepTypeOf } from '../steps/step-types.ts'
import * as texts from '../steps/texts.tsx'
import type { StepMark } from '../steps/walked-path.ts'

export type StepNode = Node<{ step: FlowNode; number: number; isFlagged: boolean; mark: StepMark }, 'step'>

/** The frame of a step. Start and end steps have a stronger one. An unknown step type has a dashed frame. */
const frameOf = (type: string): string => {
  if (type === 'start' || type === 'end') return 'border-line-strong bg-ground'
  return cx('bg-raised', isStepType(type) ? 'border-line-strong' : 'border-dashed border-control')
}

export function StepNodeView({
  data: { step, number, isFlagged, mark },
  selected,
  isConnectable,
}: NodeProps<StepNode>) {
  const { name, icon } = stepTypeOf(step.type)
  const text = typeof step.data?.prompt === 'string' ? step.data.prompt : ''
  return (
    <div
      className={cx(
        'flex size-full flex-col overflow-hidden rounded-large border px-2.5 py-1.5 text-left text-label text-ink',
        frameOf(step.type),
        mark !== null && 'border-accent',
        (selected || mark === 'current') && 'border-accent outline-1 outline-accent',
        mark === 'current' && 'bg-linear-to-r from-accent-soft to-accent-soft ring-4 ring-accent/30',
      )}
    >
      <Handle
        type="target"
        position={Position.Left}
        isConnectable={isConnectable && step.type !== 'start'}
        aria-hidden
      />
      <div className="flex items-center gap-1.5 text-small text-muted">
        <Glyph icon={icon} size="small" />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {mark !== null && (
          <span className="text-accent" title={texts.stepMark(mark)}>
            <Glyph icon={mark === 'current' ? PhoneOutgoing : Check} size="small" />
          </span>
        )}
        {isFlagged && (
          <span className="text-soft" title={texts.checkStep}>
            <Glyph icon={TriangleAlert} size="small" />
          </span>
        )}
        <span className="tabular-nums">{number}</span>
      </div>
      <div className="truncate text-base font-medium">{labelOf(step) || name}</div>
      <div className="line-clamp-2 text-small text-soft">{text}</div>
      <Handle
        type="source"
        position={Position.Right}
        isConnectable={isConnectable && !endsCall(step.type)}
        aria-hidden
      />
    </div>
  )
}
