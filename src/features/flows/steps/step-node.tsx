/** A step as it is drawn: its kind, its label, and how its text begins. */
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { FlowNode } from '#contract/index.ts'
import { cx } from '#ui/classes.ts'
import { Glyph } from '#ui/status/icon.tsx'
import { isLast, labelOf } from './graph.ts'
import { isStepType, kindOf } from './step-kinds.ts'

export type StepNode = Node<{ step: FlowNode; number: number; isOdd: boolean }, 'step'>

/** Where a call begins and where it ends are told apart at a glance; a kind that we do not know has a dashed frame. */
const frameOf = (type: string): string => {
  if (type === 'start' || type === 'end') return 'border-line-strong bg-ground'
  return cx('bg-raised', isStepType(type) ? 'border-line-strong' : 'border-dashed border-control')
}

export function StepNodeView({ data: { step, number, isOdd }, selected, isConnectable }: NodeProps<StepNode>) {
  const { word, icon } = kindOf(step.type)
  const text = typeof step.data.prompt === 'string' ? step.data.prompt : ''
  return (
    <div
      className={cx(
        'flex size-full flex-col overflow-hidden rounded-large border px-2.5 py-1.5 text-left text-label text-ink',
        frameOf(step.type),
        selected && 'border-accent outline-1 outline-accent',
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
        <span className="min-w-0 flex-1 truncate">{word}</span>
        {isOdd && (
          <span className="text-soft" title="Something here wants a look">
            <Glyph icon={TriangleAlert} size="small" />
          </span>
        )}
        <span className="tabular-nums">{number}</span>
      </div>
      <div className="truncate text-base font-medium">{labelOf(step) || word}</div>
      <div className="line-clamp-2 text-small text-soft">{text}</div>
      <Handle type="source" position={Position.Right} isConnectable={isConnectable && !isLast(step.type)} aria-hidden />
    </div>
  )
}
