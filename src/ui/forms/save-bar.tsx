import type { ReactNode } from 'react'
import { cx } from '../classes.ts'

/** The buttons of a form, at its end. While there is something to save, they stay in view at the bottom of the window. */
export const SaveBar = ({ isChanged, children }: { isChanged: boolean; children: ReactNode }) => (
  <div
    data-save-bar={isChanged ? '' : undefined}
    className={cx(
      '-mx-3 -mt-1 -mb-3 flex flex-wrap items-center gap-2 rounded-large p-3',
      isChanged && 'sticky bottom-0 z-10 bg-raised shadow-[0_-1px_var(--color-line)]',
    )}
  >
    {children}
  </div>
)
