/** Where the keys of the canvas lead from a step. Pure. */
import type { Graph } from '#flow-engine/graph.ts'
import type { OutlineLine } from '../steps/graph.ts'

/**
 * Down and up follow the connections: to the first step that follows, and to the first that leads here. Left and right go to the step with the
 * number before or after, which is the next branch where there is one, so that the keys reach every step.
 *
 * @returns undefined if this key leads to no step; the step itself if there is none in this direction
 */
export function stepTowards(
  key: string,
  id: string,
  { edges }: Graph,
  lines: readonly OutlineLine[],
): string | undefined {
  const at = lines.findIndex(({ node }) => node.id === id)
  const idAt = (index: number) => lines[index]?.node.id
  const isDrawn = (other: string) => lines.some(({ node }) => node.id === other)
  switch (key) {
    case 'ArrowDown':
      return edges.find(({ source, target }) => source === id && isDrawn(target))?.target ?? id
    case 'ArrowUp':
      return edges.find(({ source, target }) => target === id && isDrawn(source))?.source ?? id
    case 'ArrowLeft':
      return idAt(at - 1) ?? id
    case 'ArrowRight':
      return idAt(at + 1) ?? id
    case 'Home':
      return idAt(0)
    case 'End':
      return idAt(lines.length - 1)
    default:
      return undefined
  }
}
