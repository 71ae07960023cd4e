/** Draws the steps and connections. While steps are dragged, only this component and they are rendered again. */
import { type NodeChange, ReactFlow, type ReactFlowProps } from '@xyflow/react'
import { useState } from 'react'
import type { Point } from '../steps/graph.ts'
import type { Places } from './step-layout.ts'
import type { StepNode } from './step-node.tsx'

interface Props extends Omit<ReactFlowProps<StepNode>, 'onNodesChange'> {
  nodes: StepNode[]
  /** Called when the selection changes. */
  onSelectSteps: (changes: NodeChange<StepNode>[]) => void
  /** Called with the new positions when dragged steps are released. */
  onRelease: (positions: Places) => void
}

export function MovableDiagram({ nodes, onSelectSteps, onRelease, ...props }: Props) {
  const [dragged, setDragged] = useState<Places | null>(null)
  const shown = dragged
    ? nodes.map((node) => {
        const position = dragged[node.id]
        return position ? { ...node, position } : node
      })
    : nodes
  const onNodesChange = (changes: NodeChange<StepNode>[]) => {
    onSelectSteps(changes)
    const positions: Record<string, Point> = {}
    let isDragging = false
    for (const change of changes) {
      if (change.type !== 'position' || !change.position) continue
      positions[change.id] = change.position
      isDragging ||= change.dragging === true
    }
    if (Object.keys(positions).length === 0) return
    setDragged(isDragging ? positions : null)
    if (!isDragging) onRelease(positions)
  }
  return <ReactFlow<StepNode> {...props} nodes={shown} onNodesChange={onNodesChange} />
}
