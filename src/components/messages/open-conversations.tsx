/** Opens conversations by pasted IDs, in a dialog that is loaded when it is first opened. */
import { createContext, type ReactNode, Suspense, useContext, useState } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'

const OpenConversationsDialog = lazyPart(() => import('./open-conversations-dialog.tsx'))

const OpenDialog = createContext<() => void>(() => undefined)

/** Wraps a page and owns the dialog, which stays open when its button disappears, for example with an empty state. */
export function OpenConversationsProvider({ children }: { children: ReactNode }) {
  /** null: it was never opened. */
  const [open, setOpen] = useState<boolean | null>(null)
  return (
    <OpenDialog value={() => setOpen(true)}>
      {children}
      <Suspense>{open !== null && <OpenConversationsDialog open={open} onClose={() => setOpen(false)} />}</Suspense>
    </OpenDialog>
  )
}

export const OpenConversationsButton = ({ label }: { label: string }) => (
  <Button onClick={useContext(OpenDialog)}>{label}</Button>
)
