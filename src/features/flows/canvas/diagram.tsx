/** The diagram of a flow. Its code is loaded when it is first shown, because nothing else needs the drawing library. */
import { Suspense } from 'react'
import { lazyPart } from '#ui/lazy-part.ts'
import type { CanvasProps } from './canvas.tsx'

const Canvas = lazyPart(() => import('./canvas.tsx'))

export const Diagram = (props: CanvasProps) => (
  <Suspense
    fallback={
      <output aria-busy className="sr-only">
        Loading steps…
      </output>
    }
  >
    <Canvas {...props} />
  </Suspense>
)
