import type { ReactNode } from 'react'
import { cx } from '../classes.ts'

/**
 * The buttons of a form, at its end. While there is something to save, they stay in view at the bottom of the window, but not on a phone:
 * there they are in up to three lines, and would hide what has the focus.
 */
export const SaveBar = ({ isChanged, children }: { isChanged: boolean; children: ReactNode }) => (
  <div
    data-save-bar={isChanged ? '' : undefined}
    className={cx(
      '-mx-3 -mt-1 -mb-3 flex flex-wrap items-center gap-2 rounded-large p-3',
      isChanged && 'sm:sticky sm:bottom-0 sm:z-10 sm:bg-raised sm:shadow-[0_-1px_var(--color-line)]',
    )}
  >
    {children}
  </div>
)
