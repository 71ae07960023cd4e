/** Shows readiness as a status label, and as a list of what an agent needs to place calls. */
import type { ReactNode } from 'react'
import { type StatusKind, StatusLabel } from '#ui/status/status-label.tsx'
import type { Readiness, ReadinessCheck } from './readiness.ts'

const statuses: Record<Readiness['state'], StatusKind> = { ready: 'done', 'not-ready': 'failed', unknown: 'stale' }

interface LabelProps {
  readiness: Readiness
  /** In a narrow column. */
  wraps?: boolean
}

export const ReadinessLabel = ({ readiness: { state, label }, wraps }: LabelProps) => (
  <StatusLabel state={statuses[state]} label={label} wraps={wraps} />
)

const statusKindOf = ({ isMet }: ReadinessCheck): StatusKind => (isMet === null ? 'stale' : isMet ? 'done' : 'failed')

interface ChecklistProps {
  readiness: Readiness
  /** What to do about a requirement that is not met. */
  remedies?: Partial<Record<ReadinessCheck['need'], ReactNode>>
}

export const ReadinessChecklist = ({ readiness, remedies = {} }: ChecklistProps) => (
  <ul aria-label="Call requirements" className="divide-y divide-line">
    {readiness.checks.map((check) => (
      <li key={check.need} className="flex gap-2.5 py-2 first:pt-0 last:pb-0">
        <span className="flex h-5 items-center">
          <StatusLabel
            state={statusKindOf(check)}
            label={check.isMet === null ? 'Unknown' : check.isMet ? 'Met' : 'Missing'}
            labelHidden
          />
        </span>
        <div className="min-w-0">
          <p className="font-medium">{check.title}</p>
          <p className="text-soft">{check.finding}</p>
          {check.isMet !== true && remedies[check.need] && <div className="mt-1">{remedies[check.need]}</div>}
        </div>
      </li>
    ))}
  </ul>
)
