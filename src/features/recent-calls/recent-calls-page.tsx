/**
 * `/calls/ended`: calls that Switchboard has seen, searched by name, number or what was said; the people in them who asked for another call;
 * and the service's own history of calls.
 */
import { Suspense } from 'react'
import { type LoaderFunctionArgs, redirect, useNavigate } from 'react-router'
import { load, useRead } from '#api/reads.ts'
import { agentsRead } from '#components/agents/use-readiness.ts'
import { presentSearch } from '#components/saved-views/views.ts'
import { stateAt } from '#kit/list/definition.ts'
import { useIsOffered } from '#kit/navigation/page-table.ts'
import { paths } from '#kit/navigation/paths.ts'
import { oneOf, parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { lazyPart, loadWithRetries } from '#ui/lazy-part.ts'
import { plural } from '#ui/text/format-number.ts'
import { callList } from './columns.tsx'
import { ServiceHistory } from './service-history.tsx'
import { listRead, retentionRead, TeamCalls } from './team-calls.tsx'

/** With its dialogs, which the rows of the other lists do not wait for. */
const loadCallBacks = () => loadWithRetries(() => import('./call-backs.tsx'))
const CallBacks = lazyPart(async () => ({ default: (await loadCallBacks()).CallBacks }))

/** Which list is shown. Each has its own state in the address. */
const fields = { of: oneOf(['team', 'callbacks', 'service'], 'team') }

export const loader = async ({ request }: LoaderFunctionArgs) => {
  // The names of the agents are only for a filter, so the page does not wait for the service.
  void load(agentsRead)
  const { of } = parseSearch(fields, request.url)
  if (of === 'service') return null
  if (of === 'team') {
    const present = presentSearch('ended-calls', request.url)
    if (present !== null) return redirect(paths.endedCalls() + present)
  }
  const callBacks = of === 'callbacks' ? await loadCallBacks() : null
  const list = callBacks?.callBackList() ?? callList([])
  const state = stateAt<never>(list, request.url)
  return load(callBacks?.callBackRead(state) ?? listRead(state), retentionRead)
}

const sources = [
  { value: 'team', label: 'Seen by Switchboard' },
  { value: 'callbacks', label: 'To call back' },
  { value: 'service', label: 'History of the service' },
] as const
const addresses = { team: '?', callbacks: '?of=callbacks&state=open', service: '?of=service' } as const
export function Component() {
  const [search] = useSearch(fields)
  const navigate = useNavigate()
  const { data: retention } = useRead(retentionRead)
  const hasHistory = useIsOffered()({ capability: 'history' })
  const of = search.of === 'service' && !hasHistory ? 'team' : search.of
  return (
    <Page>
      <PageHeader
        title="Ended calls"
        facts={
          of === 'team' && (
            <span>
              {retention &&
                (retention.days === 0
                  ? 'Switchboard keeps no calls after they end.'
                  : `Calls that Switchboard has seen in the last ${plural(retention.days, 'day', 'days')}`)}
            </span>
          )
        }
      />
      <SegmentedControl
        label="List"
        labelHidden
        options={sources.filter(({ value }) => value !== 'service' || hasHistory)}
        value={of}
        onChange={(of) => void navigate(addresses[of])}
      />
      <Suspense>{of === 'service' ? <ServiceHistory /> : of === 'callbacks' ? <CallBacks /> : <TeamCalls />}</Suspense>
    </Page>
  )
}
