/** Events of the calling service: where they arrive, and what arrived (specification 6). */
import { load, read, useRead } from '#api/reads.ts'
import type { Webhooks } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Id } from '#ui/forms/copy-button.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { number } from '#ui/text/format-number.ts'
import { Ago } from '#ui/time/time.tsx'
import { eventWords } from './event-names.ts'
import { SimulationWebhook } from './simulation-webhook.tsx'

const webhooksRead = read('webhookShow')
export const webhooksLoader = () => load(webhooksRead)

const Secret = ({ configured }: Pick<Webhooks, 'configured'>) =>
  configured ? (
    <Lamp state="done" word="Configured" />
  ) : (
    <>
      <Lamp state="off" word="Not configured" />
      <p className="text-soft">
        No event is taken. Set <span className="mono">SERVICE_WEBHOOK_SECRET</span> to the secret that the service
        shows, and start Switchboard again.
      </p>
    </>
  )

const Last = ({ last }: Pick<Webhooks, 'last'>) =>
  last ? (
    <>
      {eventWords(last.event)}, <Ago at={last.at} />
    </>
  ) : (
    'None since Switchboard was started'
  )

const LastHour = ({ lastHour }: Pick<Webhooks, 'lastHour'>) => {
  if (lastHour.length === 0) return 'None'
  return (
    <ul aria-label="Events of the last hour, by kind">
      {lastHour.map(({ event, count }) => (
        <li key={event} className="flex max-w-80 justify-between gap-4">
          {eventWords(event)} <span className="tabular-nums">{number(count)}</span>
        </li>
      ))}
    </ul>
  )
}

export function WebhooksPart() {
  const reading = useRead(webhooksRead)
  return (
    <>
      <DataView
        reading={reading}
        loading={<SkeletonRows rows={5} columns={2} label="Looking for what arrived" />}
        isEmpty={() => false}
        empty={null}
      >
        {({ addresses, configured, last, lastHour, refused, unplaced }) => (
          <Section title="Events of the service">
            <DescriptionList
              facts={[
                ...addresses.map(({ workspace, address }) => ({
                  term: addresses.length === 1 ? 'Address for the service' : `Address for ${workspace}`,
                  value: <Id id={address} of={`webhook address${addresses.length === 1 ? '' : ` for ${workspace}`}`} />,
                })),
                { term: 'Secret', value: <Secret configured={configured} /> },
                { term: 'Last event', value: <Last last={last} /> },
                { term: 'In the last hour', value: <LastHour lastHour={lastHour} /> },
                {
                  term: 'Refused',
                  value:
                    refused === 0
                      ? 'None in the last hour'
                      : `${number(refused)} in the last hour: the signature did not fit. Is the secret the one that the service shows?`,
                },
                ...(unplaced === 0
                  ? []
                  : [
                      {
                        term: 'Without a workspace',
                        value: `${number(unplaced)} in the last hour: they came to an address without a workspace, so no call and no conversation was learned from them. Enter at each workspace of the service its own address.`,
                      },
                    ]),
              ]}
            />
            <p className="mt-2 max-w-[72ch] text-label text-muted">
              An event says that something changed. What somebody looks at is then read again at once; what nobody looks
              at costs no request.
              {addresses.length > 1 &&
                ' It does not say which workspace it is of, so each workspace of the service delivers to its own address.'}
            </p>
          </Section>
        )}
      </DataView>
      <SimulationWebhook />
    </>
  )
}
