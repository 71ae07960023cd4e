import type { ReactNode } from 'react'
import type { Refusal } from '#contract/index.ts'
import { LampsStale } from '#ui/status/lamp.tsx'

/** Lamps that stand on one read: they claim nothing while it is refused. */
export const LampsOf = ({ refusal, children }: { refusal: Refusal | null; children: ReactNode }) => (
  <LampsStale stale={refusal !== null}>{children}</LampsStale>
)
