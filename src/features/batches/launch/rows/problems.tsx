/** What is the matter with the rows, by what would repair it: a rule for a whole group, or the rows to look at. */
import { useState } from 'react'
import { CountryChoice } from '#components/phone/country-choice.tsx'
import { countryName } from '#phone/country.ts'
import { type Repairs, repairsOf, rowsLeftOutBy } from '#recipients/check/repairs.ts'
import type { Reason } from '#recipients/read.ts'
import type { ProblemGroup, RemarkGroup, Summary } from '#recipients/worker/protocol.ts'
import { Button } from '#ui/forms/button.tsx'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { currentOperations, type Launch } from '../state/launch.ts'
import type { ShownRows } from '../state/launch-search.ts'
import { act } from '../state/launch-store.ts'
import { filters, leftOutRules, leftOutTexts, reasonTexts, remarkTexts } from '../state/row-texts.ts'
import { GapItems } from './missing-variables-list.tsx'
import { OptedOut, OrdinaryColumn } from './opted-out.tsx'
import { Examples, GroupHeading } from './problem-parts.tsx'
import { useKeepFocus } from './use-keep-focus.ts'
import { useGaps } from './use-missing-variables.ts'

const showOf = (what: string): ShownRows => filters.find((filter) => filter === what) ?? 'all'

/** Numbers as they are written inside a country: a person names it, and those that fit are read so. */
function CountryRule({ home }: { home: string | null }) {
  const [country, setCountry] = useState(home)
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-44 flex-1">
        <CountryChoice label="They are numbers of" value={country} onChange={setCountry} />
      </div>
      <Button
        disabledReason={country === null && 'Choose a country first.'}
        onClick={() => act({ kind: 'rule', rule: 'country', country })}
      >
        Read them so
      </Button>
    </div>
  )
}

function Repair({ group, file, repairs }: { group: ProblemGroup; file: Summary; repairs: Repairs }) {
  const { reason, repairable } = group
  const { take } = reasonTexts[reason]
  if (reason === 'missing_plus') return <CountryRule key={file.home} home={repairs.country ?? file.home} />
  if (reason === 'duplicate') {
    return (
      <SegmentedControl
        label="Of the same numbers call"
        value={repairs.keep ?? 'first'}
        onChange={(keep) => act({ kind: 'rule', rule: 'keep', keep })}
        options={[
          { value: 'first', label: 'The first row' },
          { value: 'last', label: 'The last row' },
        ]}
      />
    )
  }
  if (reason === 'short_row') {
    return (
      <div>
        <Button size="small" onClick={() => act({ kind: 'rule', rule: 'pad', on: true })}>
          Take missing cells as empty
        </Button>
      </div>
    )
  }
  if (reason === 'extra_cell') {
    return (
      <div>
        <Button size="small" onClick={() => act({ kind: 'rule', rule: 'accept', reason, on: true })}>
          {group.count === 1 ? 'Drop the empty cell' : `Drop the empty cells of ${plural(group.count, 'row', 'rows')}`}
        </Button>
      </div>
    )
  }
  if (reason === 'unclear_opt_out') {
    // A column that also marks rows clearly has its button beside those.
    const unclear = file.optOuts.filter((one) => !one.isOrdinary && one.unclear > 0 && one.rows === 0)
    return (
      <div className="flex flex-col items-start gap-2">
        <Button size="small" onClick={() => act({ kind: 'rule', rule: 'accept', reason, on: true })}>
          {group.count === 1 ? 'Call this row' : `Call these ${number(group.count)} rows`}
        </Button>
        {unclear.map(({ column }) => (
          <OrdinaryColumn key={column} column={column} />
        ))}
      </div>
    )
  }
  if (take === undefined || repairable === 0) return null
  return (
    <div>
      <Button size="small" onClick={() => act({ kind: 'rule', rule: 'accept', reason, on: true })}>
        {`${take} of ${plural(repairable, 'row', 'rows')}`}
      </Button>
    </div>
  )
}

function Group({ group, file, repairs }: { group: ProblemGroup; file: Summary; repairs: Repairs }) {
  const { reason, count, examples } = group
  return (
    <li className="flex flex-col gap-1.5 px-3 py-2">
      <GroupHeading title={reasonTexts[reason].title} count={count} show={showOf(reason)} />
      <Examples examples={examples} count={count} />
      <Repair group={group} file={file} repairs={repairs} />
    </li>
  )
}

/** Text with what nobody sees in it made visible. */
const visible = (text: string) => text.replace(/[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '·')

function Odd({ group: { remark, count, examples } }: { group: RemarkGroup }) {
  const { title, take } = remarkTexts[remark]
  return (
    <li className="flex flex-col gap-1.5 px-3 py-2">
      <GroupHeading title={title} count={count} show={remark} />
      <ul className="flex flex-col gap-1 text-label text-soft">
        {examples.map(({ row, column, text, repaired }) => (
          <li key={row} className="break-words">
            Row {number(row)}, column {column}: <q>{visible(text)}</q>
            {repaired !== null && repaired !== '' && (
              <>
                {' '}
                would be <q>{repaired}</q>
              </>
            )}
          </li>
        ))}
      </ul>
      {take && (
        <div>
          <Button size="small" onClick={() => act({ kind: 'rule', rule: 'tidy', remark, on: true })}>
            {take}
          </Button>
        </div>
      )}
    </li>
  )
}

export function Problems({ launch, file }: { launch: Launch; file: Summary }) {
  const { counts, remarks } = file
  const groups = file.groups.filter(({ reason }) => reason !== 'opted_out')
  const repairs = repairsOf(currentOperations(launch))
  const { gaps } = useGaps(launch, file)
  const count = counts.invalid + counts.duplicate
  const box = useKeepFocus(launch.revision)
  return (
    <div ref={box} tabIndex={-1} className="flex min-w-0 flex-col gap-4 outline-none">
      {count === 0 ? (
        <Section title="Problems">
          <Lamp
            state="done"
            word={`Every ${counts.optedOut > 0 ? 'other row' : 'row'} that is not blank can be called.`}
          />
        </Section>
      ) : (
        <Section title="Problems" facts={plural(count, 'row is left out', 'rows are left out')} flush>
          <ul className="divide-y divide-line">
            {groups.map((group) => (
              <Group key={group.reason} group={group} file={file} repairs={repairs} />
            ))}
          </ul>
        </Section>
      )}
      <OptedOut file={file} />
      {remarks.length + gaps.length > 0 && (
        <Section title="To look at" facts="These rows are called as they are" flush>
          <ul className="divide-y divide-line">
            <GapItems gaps={gaps} file={file} />
            {remarks.map((group) => (
              <Odd key={group.remark} group={group} />
            ))}
          </ul>
        </Section>
      )}
      <PutRight repairs={repairs} />
    </div>
  )
}

interface Done {
  what: string
  takeBack?: () => void
}

/** The rules that stand, each with its way back; and how much was done by hand. */
function doneBy(repairs: Repairs): Done[] {
  const { country, accept = [], keep, pad, ordinary = [], tidy = [], cells = [], leaveOut = [], leftOutBy } = repairs
  const edited = new Set(cells.map(({ row, column }) => `${row}/${column}`)).size
  const out = [...leaveOut].length - (leftOutBy?.size ?? 0)
  const rule = (what: string, ...operation: Parameters<typeof act>): Done => ({
    what,
    takeBack: () => act(...operation),
  })
  return [
    ...(country
      ? [
          rule(`Numbers without a country code are read as numbers of ${countryName(country)}`, {
            kind: 'rule',
            rule: 'country',
            country: null,
          }),
        ]
      : []),
    ...accept.map((reason: Reason) =>
      rule(reasonTexts[reason].taken ?? reasonTexts[reason].title, { kind: 'rule', rule: 'accept', reason, on: false }),
    ),
    ...(keep === 'last'
      ? [rule('Of the same numbers the last row is called', { kind: 'rule', rule: 'keep', keep: 'first' })]
      : []),
    ...(pad ? [rule('Missing cells are taken as empty', { kind: 'rule', rule: 'pad', on: false })] : []),
    ...ordinary.map((column) =>
      rule(`“${visibleText(column)}” is an ordinary column: people whom it marks are called, and the agent gets it`, {
        kind: 'rule',
        rule: 'ordinary',
        column,
        on: false,
      }),
    ),
    ...tidy.map((remark) =>
      rule(remarkTexts[remark].taken ?? remarkTexts[remark].title, { kind: 'rule', rule: 'tidy', remark, on: false }),
    ),
    ...(edited > 0 ? [{ what: `${plural(edited, 'cell', 'cells')} changed by hand` }] : []),
    ...(out > 0 ? [{ what: `${plural(out, 'row', 'rows')} left out by you` }] : []),
    ...leftOutRules
      .map((by) => ({ by, rows: rowsLeftOutBy(repairs, by) }))
      .filter(({ rows }) => rows.length > 0)
      .map(({ by, rows }) =>
        rule(`${plural(rows.length, 'row', 'rows')} ${leftOutTexts[by].done}`, { kind: 'leaveOut', rows, out: false }),
      ),
  ]
}

function PutRight({ repairs }: { repairs: Repairs }) {
  const done = doneBy(repairs)
  if (done.length === 0) return null
  return (
    <Section title="Put right by you" flush>
      <ul className="divide-y divide-line">
        {done.map(({ what, takeBack }) => (
          <li key={what} className="flex min-h-row items-center gap-2 px-3 py-1">
            <span className="min-w-0 flex-1 break-words">{what}.</span>
            {takeBack && (
              <Button size="small" variant="ghost" onClick={takeBack}>
                Take back<span className="sr-only">{`: ${what}`}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
