/** The path of a rehearsal through the steps, which the diagram and the outline mark. */
import type { ReactNode } from 'react'

export interface WalkedPath {
  /** Where the call is; null before its first step. */
  currentStepId: string | null
  stepIds: ReadonlySet<string>
  edgeIds: ReadonlySet<string>
}

/** A rehearsal for a panel beside the steps. */
export interface StepsRehearsal {
  /** null while the panel is closed. */
  path: WalkedPath | null
  content: ReactNode
}

export type StepMark = 'current' | 'passed' | null

export const markOf = (path: WalkedPath | null, stepId: string): StepMark => {
  if (path?.currentStepId === stepId) return 'current'
  return path?.stepIds.has(stepId) ? 'passed' : null
}
