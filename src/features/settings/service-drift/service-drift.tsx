/** How real answers and events of the service differ from the documentation: alternate spellings, and what was left out or added. */
import { useState } from 'react'
import { read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import type { ServiceDifference, ServiceDrift } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { TimeWithDay } from '#ui/time/time.tsx'
import { driftText } from './drift-text.ts'
import * as texts from './texts.tsx'

const columns: readonly Column<ServiceDifference>[] = [
  {
    id: 'field',
    header: 'Field',
    width: '40%',
    cell: ({ source, field }) => (
      <span className="flex min-w-0 flex-col">
        <span className="mono wrap-anywhere">{field || texts.wholeAnswer}</span>
        <span className="mono text-label font-normal wrap-anywhere text-muted">{source}</span>
      </span>
    ),
  },
  {
    id: 'difference',
    header: 'Difference',
    cell: ({ kind, field, expected, received }) => (
      <span className="flex min-w-0 flex-col">
        {texts.kinds[kind]}
        <span className="text-label wrap-anywhere text-soft">
          {texts.expectedAndReceived(expected === field ? '' : expected, received)}
        </span>
      </span>
    ),
  },
  { id: 'count', header: 'Seen', align: 'right', width: '4rem', cell: ({ count }) => number(count) },
  {
    id: 'last',
    header: 'Last seen',
    width: '9rem',
    cell: ({ firstAt, lastAt }) => (
      <span className="flex flex-col">
        <TimeWithDay at={lastAt} />
        {firstAt !== lastAt && (
          <span className="text-label text-muted">
            first <TimeWithDay at={firstAt} />
          </span>
        )}
      </span>
    ),
  },
]

function CopyAsText({ drift }: { drift: ServiceDrift }) {
  const { service } = useSession()
  const now = useGatewayTime(60_000)
  const [isCopied, setIsCopied] = useState(false)
  const copy = () =>
    void navigator.clipboard.writeText(driftText(drift, service.address, now)).then(() => setIsCopied(true))
  return (
    <span onBlur={() => setIsCopied(false)}>
      <Button size="small" onClick={copy}>
        {isCopied ? texts.copied : 'Copy as text'}
      </Button>
      <output className="sr-only">{isCopied ? texts.copied : ''}</output>
    </span>
  )
}

function Differences({ drift }: { drift: ServiceDrift }) {
  const { since, gateways, compared, differences, omitted } = drift
  const notes = [
    ...(omitted > 0 ? [texts.omitted(omitted)] : []),
    ...(gateways > 1 ? [`Figures of ${number(gateways)} gateways.`] : []),
    differences.length === 0
      ? texts.explanation
      : `Switchboard reads other spellings, shows unknown words as they are, and shows what was left out or has another type as unknown. ${texts.explanation}`,
  ].join(' ')
  if (differences.length === 0)
    return (
      <Section title={texts.differences}>
        <p>
          {compared === 0
            ? 'No answers of the service yet.'
            : texts.noDifferences(compared, <TimeWithDay at={since} />)}
        </p>
        <p className="mt-1 max-w-[72ch] text-label text-muted">{notes}</p>
      </Section>
    )
  return (
    <Section
      title={texts.differences}
      facts={
        <>
          {plural(compared, 'answer', 'answers')} since <TimeWithDay at={since} />
        </>
      }
      actions={<CopyAsText drift={drift} />}
      flush
    >
      <Table
        caption={texts.differences}
        columns={columns}
        rows={differences}
        rowKey={({ source, field, kind, received }) => JSON.stringify([source, field, kind, received])}
      />
      <p className="border-t border-line px-3 py-2 text-label text-muted">{notes}</p>
    </Section>
  )
}

export function ServiceDriftPart() {
  const query = useRead(read('serviceDriftShow'))
  return (
    <DataView
      query={query}
      loading={
        <Section title={texts.differences}>
          <SkeletonRows rows={1} columns={1} label="Comparing answers…" />
        </Section>
      }
    >
      {(drift) => <Differences drift={drift} />}
    </DataView>
  )
}
