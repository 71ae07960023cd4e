/** Chooses the type of a step that is added where a connection was dropped on the empty canvas. */
import { useEffect, useRef } from 'react'
import { cx, floatingClasses } from '#ui/classes.ts'
import { buttonClasses } from '#ui/forms/button.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import type { Point } from '../steps/graph.ts'
import { type StepType, stepTypeOf, stepTypes } from '../steps/step-types.ts'

interface Props {
  /** Where to show it, from the upper left corner of the canvas. */
  at: Point
  onChoose: (type: StepType) => void
  onClose: () => void
}

export function StepChooser({ at, onChoose, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.querySelector('button')?.focus()
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    const closeOnPress = ({ target }: Event) => target instanceof Node && !box.current?.contains(target) && onClose()
    addEventListener('keydown', closeOnEscape)
    addEventListener('pointerdown', closeOnPress)
    return () => {
      removeEventListener('keydown', closeOnEscape)
      removeEventListener('pointerdown', closeOnPress)
    }
  }, [onClose])
  return (
    <div ref={box} className={cx(floatingClasses, 'absolute z-10 flex flex-col p-1')} style={{ left: at.x, top: at.y }}>
      <h2 className="px-2 py-1 text-label text-muted">Add a step here</h2>
      {stepTypes
        .filter((type) => type !== 'start')
        .map((type) => {
          const { name, icon, colour } = stepTypeOf(type)
          return (
            <button
              key={type}
              type="button"
              className={cx(buttonClasses('ghost', 'small'), 'justify-start!')}
              onClick={() => onChoose(type)}
            >
              <span className={colour}>
                <Glyph icon={icon} size="small" />
              </span>
              {name}
            </button>
          )
        })}
    </div>
  )
}
