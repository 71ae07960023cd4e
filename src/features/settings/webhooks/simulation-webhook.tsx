/** The webhook of the embedded simulation: its destination, its secret, and its log of deliveries. */
import { useState } from 'react'
import { useIsReading } from '#api/is-reading.ts'
import { read, useRead } from '#api/reads.ts'
import type { Delivery } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Pagination } from '#kit/data/pagination.tsx'
import type { ListColumn } from '#kit/list/definition.ts'
import { ListTable } from '#kit/list/list-table.tsx'
import { page as pageField, useSearch } from '#kit/navigation/search-params.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Id } from '#ui/forms/copy-button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { type StatusKind, StatusLabel } from '#ui/status/status-label.tsx'
import { number } from '#ui/text/format-number.ts'
import { Time } from '#ui/time/time.tsx'
import { eventName } from './event-texts.ts'
import * as texts from './texts.tsx'

function Secret({ secret }: { secret: string }) {
  const [isShown, setIsShown] = useState(false)
  if (isShown) return <Id id={secret} name="webhook secret" />
  return (
    <Button size="small" onClick={() => setIsShown(true)}>
      Show webhook secret
    </Button>
  )
}

const statuses: Record<Delivery['status'], { state: StatusKind; label: string }> = {
  waiting: { state: 'waiting', label: 'Waiting' },
  delivered: { state: 'done', label: 'Delivered' },
  given_up: { state: 'failed', label: 'Failed' },
}

const answerText = ({ answer }: Delivery): string =>
  answer === null ? 'No attempt yet' : /^\d+$/.test(answer) ? `HTTP ${answer}` : `Failed: ${answer}`

const columns: readonly ListColumn<Delivery>[] = [
  { id: 'event', header: 'Event', cell: ({ event }) => eventName(event) },
  {
    id: 'at',
    header: 'Created',
    narrow: 'age',
    cell: ({ createdAt }) => <Time at={createdAt} show="second" />,
  },
  {
    id: 'status',
    header: 'State',
    narrow: 'state',
    cell: ({ status }) => <StatusLabel {...statuses[status]} />,
  },
  {
    id: 'attempts',
    header: 'Attempts',
    align: 'right',
    cell: ({ attempts }) => number(attempts),
  },
  { id: 'answer', header: 'Last response', narrow: 'meta', cell: answerText },
  { id: 'id', header: 'ID', cell: ({ id }) => <Id id={id} name="event ID" /> },
]

function Deliveries() {
  const [{ page }] = useSearch({ page: pageField })
  const deliveriesRead = read('simulationDeliveryList', { query: { page, limit: 20 } })
  const query = useRead(deliveriesRead)
  const isReading = useIsReading(deliveriesRead)
  return (
    <Section
      title={texts.deliveries}
      facts={<Age readAt={query.readAt} refusal={query.refusal} />}
      // Not automatically, because rows would move while somebody reads them.
      actions={
        <Button size="small" variant="ghost" pending={isReading} onClick={query.retry}>
          Refresh
        </Button>
      }
      flush
    >
      <DataView
        query={query}
        loading={<SkeletonRows rows={8} columns={5} label="Loading deliveries…" />}
        isEmpty={({ deliveries }) => deliveries.length === 0}
        empty={
          <EmptyState title="No deliveries yet">
            Each call, each sent SMS, and each change of an agent or a flow appears here for a day.
          </EmptyState>
        }
      >
        {({ deliveries, pagination }) => (
          <>
            <ListTable caption={texts.deliveries} columns={columns} rows={deliveries} rowKey={({ id }) => id} />
            <Pagination pagination={pagination} noun={texts.deliveryNoun} isLoading={query.isPlaceholder} />
          </>
        )}
      </DataView>
    </Section>
  )
}

/** Shows nothing if the service is not embedded, or if the operator may not see its keys. */
export function SimulationWebhook() {
  const permission = usePermission('simulationShow')
  const { data } = useRead({ ...read('simulationShow'), enabled: permission.allowed })
  if (!data) return null
  return (
    <>
      <Section title="Simulation webhook">
        <DescriptionList
          facts={[
            {
              term: 'Delivers to',
              value: data.webhookAddress ? (
                <Id id={data.webhookAddress} name="URL that receives the events" />
              ) : (
                'Not set'
              ),
            },
            { term: 'Signs with', value: <Secret secret={data.webhookSecret} /> },
          ]}
        />
      </Section>
      <Deliveries />
    </>
  )
}
