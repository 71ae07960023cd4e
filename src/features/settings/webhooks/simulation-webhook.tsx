/** The webhook of the embedded simulation: its destination, its secret, and its log of deliveries. */
import { useState } from 'react'
import { useIsReading } from '#api/is-reading.ts'
import { read, useRead } from '#api/reads.ts'
import type { Delivery } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Pagination } from '#kit/data/pagination.tsx'
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
  if (isShown) return <Id id={secret} name={texts.copiedSecret} />
  return (
    <Button size="small" onClick={() => setIsShown(true)}>
      {texts.showSecret}
    </Button>
  )
}

const statuses: Record<Delivery['status'], { state: StatusKind; label: string }> = {
  waiting: { state: 'waiting', label: texts.waiting },
  delivered: { state: 'done', label: texts.delivered },
  given_up: { state: 'failed', label: texts.failed },
}

const answerText = ({ answer }: Delivery): string =>
  answer === null ? texts.noAttempt : /^\d+$/.test(answer) ? texts.httpStatus(answer) : texts.noAnswer(answer)

const columns: readonly DataColumn<Delivery>[] = [
  { id: 'event', header: texts.eventColumn, cell: ({ event }) => eventName(event) },
  {
    id: 'at',
    header: texts.createdColumn,
    width: '9rem',
    cell: ({ createdAt }) => <Time at={createdAt} show="second" />,
  },
  {
    id: 'status',
    header: texts.stateColumn,
    width: '8rem',
    cell: ({ status }) => <StatusLabel {...statuses[status]} />,
  },
  {
    id: 'attempts',
    header: texts.attemptsColumn,
    align: 'right',
    width: '6rem',
    cell: ({ attempts }) => number(attempts),
  },
  { id: 'answer', header: texts.lastAnswerColumn, cell: answerText },
  { id: 'id', header: texts.idColumn, visibleFrom: 'lg', cell: ({ id }) => <Id id={id} name={texts.copiedEventId} /> },
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
          {texts.refresh}
        </Button>
      }
      flush
    >
      <DataView
        query={query}
        loading={<SkeletonRows rows={8} columns={5} label={texts.loadingDeliveries} />}
        isEmpty={({ deliveries }) => deliveries.length === 0}
        empty={<EmptyState title={texts.noDeliveries}>{texts.noDeliveriesHint}</EmptyState>}
      >
        {({ deliveries, pagination }) => (
          <>
            <DataTable caption={texts.deliveries} columns={columns} rows={deliveries} rowKey={({ id }) => id} />
            <Pagination pagination={pagination} noun={texts.deliveryNoun} />
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
      <Section title={texts.simulationWebhook}>
        <DescriptionList
          facts={[
            {
              term: texts.deliversToTerm,
              value: data.webhookAddress ? (
                <Id id={data.webhookAddress} name={texts.copiedDestination} />
              ) : (
                texts.noDestination
              ),
            },
            { term: texts.signsWithTerm, value: <Secret secret={data.webhookSecret} /> },
          ]}
        />
      </Section>
      <Deliveries />
    </>
  )
}
