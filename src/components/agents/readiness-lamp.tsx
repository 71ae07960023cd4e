/** Readiness on the screen: a lamp with its words, and the list of what a call needs. */
import type { ReactNode } from 'react'
import { Lamp, type LampState } from '#ui/status/lamp.tsx'
import type { Readiness, ReadinessCheck } from './readiness.ts'

const lamps: Record<Readiness['state'], LampState> = { ready: 'done', 'not-ready': 'failed', unknown: 'stale' }

export const ReadinessLamp = ({ readiness: { state, words } }: { readiness: Readiness }) => (
  <Lamp state={lamps[state]} word={words} />
)

const lampOf = ({ met }: ReadinessCheck): LampState => (met === null ? 'stale' : met ? 'done' : 'failed')
const wordOf = ({ met }: ReadinessCheck): string => (met === null ? 'Not known' : met ? 'There' : 'Missing')

interface ChecklistProps {
  readiness: Readiness
  /** What can be done about a need that is not met. */
  remedies?: Partial<Record<ReadinessCheck['need'], ReactNode>>
}

/** What a call needs, one line for each need: whether it is there, and what was found. */
export const ReadinessChecklist = ({ readiness, remedies = {} }: ChecklistProps) => (
  <ul aria-label="What calls need" className="divide-y divide-line">
    {readiness.checks.map((check) => (
      <li key={check.need} className="flex gap-2.5 py-2 first:pt-0 last:pb-0">
        <span className="flex h-5 items-center">
          <Lamp state={lampOf(check)} word={wordOf(check)} wordHidden />
        </span>
        <div className="min-w-0">
          <p className="font-medium">{check.title}</p>
          <p className="text-soft">{check.found}</p>
          {check.met !== true && remedies[check.need] && <div className="mt-1">{remedies[check.need]}</div>}
        </div>
      </li>
    ))}
  </ul>
)
