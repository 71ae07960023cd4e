/** The minimum that shows as many steps and connections with React Flow: its own nodes, at fixed positions. */
import { Background, type Edge, MarkerType, type Node, ReactFlow, useNodesState } from '@xyflow/react'
import { createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'

// This file is compiled without the browser's types.
declare const document: { querySelector: (name: string) => Element }

function Diagram({ nodes: given, edges }: { nodes: Node[]; edges: Edge[] }) {
  const [nodes, , onNodesChange] = useNodesState(given)
  return createElement(
    ReactFlow,
    { nodes, edges, onNodesChange, defaultViewport: { x: 32, y: 32, zoom: 0.9 }, minZoom: 0.02 },
    createElement(Background),
  )
}

let root: Root | null = null
const bench = {
  mount: (count: number) => {
    const nodes = Array.from({ length: count }, (_, index) => ({
      id: `step_${index}`,
      position: { x: Math.floor(index / 8) * 284, y: (index % 8) * 136 },
      data: { label: `Step ${index + 1}: Hello {first_name}, is this a good time?` },
      style: { width: 220, height: 104 },
    }))
    const edges = nodes.slice(1).map(({ id }, index) => ({
      id: `edge_${index}`,
      source: `step_${Math.floor(index / 2)}`,
      target: id,
      label: index % 2 === 0 ? 'Yes' : 'No',
      markerEnd: { type: MarkerType.ArrowClosed },
    }))
    root = createRoot(document.querySelector('#root'))
    root.render(createElement(Diagram, { nodes, edges }))
  },
  unmount: () => root?.unmount(),
}
export type BarePage = typeof bench
;(globalThis as { bench?: BarePage }).bench = bench
