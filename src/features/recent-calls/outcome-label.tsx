import { StatusLabel } from '#ui/status/status-label.tsx'
import * as texts from './texts.tsx'

export const statusLabels: Readonly<Record<string, { state: 'live' | 'done' | 'failed'; label: string }>> = {
  active: { state: 'live', label: texts.inProgress },
  completed: { state: 'done', label: texts.completed },
  failed: { state: 'failed', label: texts.failed },
}

/** The status of a call as the service told it, and the reason if it says more. */
export function OutcomeLabel({ status, outcome }: { status: string; outcome: string | null }) {
  const { state, label } = statusLabels[status] ?? { state: 'unknown' as const, label: status }
  const reason = outcome !== null && outcome !== status ? outcome.replaceAll('_', ' ') : ''
  return <StatusLabel state={state} label={reason ? `${label}: ${reason}` : label} />
}
