/** Where this process runs the service itself: its webhook's secret, and the log of what it delivered. */
import { useState } from 'react'
import * as z from 'zod/mini'
import { read, useRead } from '#api/reads.ts'
import type { Delivery } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Pagination } from '#kit/data/pagination.tsx'
import { useSearch } from '#kit/navigation/search-params.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Id } from '#ui/forms/copy-button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { Lamp, type LampState } from '#ui/status/lamp.tsx'
import { number } from '#ui/text/format-number.ts'
import { Time } from '#ui/time/time.tsx'
import { eventWords } from './event-names.ts'

const Search = z.object({
  page: z._default(z.pipe(z.coerce.number<string | undefined>(), z.int().check(z.gte(1))), 1),
})

function Secret({ secret }: { secret: string }) {
  const [shown, setShown] = useState(false)
  if (shown) return <Id id={secret} of="webhook secret" />
  return (
    <Button size="small" onClick={() => setShown(true)}>
      Show the webhook secret
    </Button>
  )
}

const lamps: Record<Delivery['status'], { state: LampState; word: string }> = {
  waiting: { state: 'waiting', word: 'Waiting' },
  delivered: { state: 'done', word: 'Delivered' },
  given_up: { state: 'failed', word: 'Given up' },
}

/** What the receiver said; a code alone says little. */
const answerWords = ({ answer }: Delivery): string =>
  answer === null ? 'Not tried yet' : /^\d+$/.test(answer) ? `Answered ${answer}` : `There was ${answer}`

const columns: readonly DataColumn<Delivery>[] = [
  { id: 'event', header: 'Event', cell: ({ event }) => eventWords(event) },
  { id: 'at', header: 'Announced', width: '9rem', cell: ({ createdAt }) => <Time at={createdAt} show="second" /> },
  { id: 'status', header: 'State', width: '8rem', cell: ({ status }) => <Lamp {...lamps[status]} /> },
  { id: 'attempts', header: 'Attempts', align: 'right', width: '6rem', cell: ({ attempts }) => number(attempts) },
  { id: 'answer', header: 'Last answer', cell: answerWords },
  { id: 'id', header: 'ID', from: 'lg', cell: ({ id }) => <Id id={id} of="event ID" /> },
]

function Deliveries() {
  const [{ page }] = useSearch(Search)
  const reading = useRead(read('simulationDeliveryList', { query: { page, limit: 20 } }))
  return (
    <Section
      title="Deliveries"
      facts={<Age readAt={reading.readAt} refusal={reading.refusal} />}
      // Not by itself: in a log that grows while one reads it the rows would run away.
      actions={
        <Button size="small" variant="ghost" pending={reading.isRefreshing} onClick={reading.retry}>
          Look again
        </Button>
      }
      flush
    >
      <DataView
        reading={reading}
        loading={<SkeletonRows rows={8} columns={5} label="Loading the deliveries" />}
        isEmpty={({ deliveries }) => deliveries.length === 0}
        empty={
          <EmptyState title="Nothing was announced yet">
            Each call, each SMS that is sent, and each change of an agent or a flow is announced and stands here for a
            day.
          </EmptyState>
        }
      >
        {({ deliveries, pagination }) => (
          <>
            <DataTable caption="Deliveries" columns={columns} rows={deliveries} rowKey={({ id }) => id} />
            <Pagination pagination={pagination} noun={['event', 'events']} />
          </>
        )}
      </DataView>
    </Section>
  )
}

/** Nothing at all where the service is somebody else's, or for whom its keys are not open. */
export function SimulationWebhook() {
  const may = usePermission('simulationShow')
  const { data } = useRead({ ...read('simulationShow'), enabled: may.allowed })
  if (!data) return null
  return (
    <>
      <Section title="Webhook of the simulation">
        <DescriptionList
          facts={[
            {
              term: 'Delivers to',
              value: data.webhookAddress ? <Id id={data.webhookAddress} of="address delivered to" /> : 'Nobody yet',
            },
            { term: 'Signs with', value: <Secret secret={data.webhookSecret} /> },
          ]}
        />
      </Section>
      <Deliveries />
    </>
  )
}
