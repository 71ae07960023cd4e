/** Lists the problems of the rows, grouped by the repair that fixes them, the warnings, and the changes made so far. */

import { useState } from 'react'
import { CountryChoice } from '#components/phone/country-choice.tsx'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { countryName } from '#phone/country.ts'
import { type Repairs, repairsOf, rowsLeftOutBy } from '#recipients/check/repairs.ts'
import type { Choices, Reason } from '#recipients/read.ts'
import type { MissingCountry as Options, ProblemGroup, RemarkGroup, Summary } from '#recipients/worker/protocol.ts'
import type { SpecialNumbers } from '#recipients/worker/special-numbers.ts'
import { Button } from '#ui/forms/button.tsx'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { Section } from '#ui/layout/section.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { day } from '#ui/time/format-time.ts'
import { currentOperations, type NewBatch } from '../state/new-batch.ts'
import type { ShownRows } from '../state/new-batch-search.ts'
import { applyOperation, changeChoices } from '../state/new-batch-store.ts'
import {
  acceptedRepairs,
  acceptRepair,
  filters,
  firstIsUnnamed,
  leftOutByRule,
  leftOutRules,
  reasonTitles,
  remarkTitles,
  tidiedCells,
  tidyCells,
} from '../state/row-texts.ts'
import { ColumnQuestions } from './column-question.tsx'
import { GapItems } from './missing-variables-list.tsx'
import { OptedOut, OrdinaryColumn } from './opted-out.tsx'
import { Examples, RowGroup } from './problem-parts.tsx'
import * as texts from './texts.tsx'
import { useKeepFocus } from './use-keep-focus.ts'
import { useMissingVariables } from './use-missing-variables.ts'

const maxNamedCountries = 4
const sumOf = (countries: Options['withCode']) => countries.reduce((sum, { rows }) => sum + rows, 0)

function MissingCountry({ options, country: proposed }: { options: Options; country: string | null }) {
  const [country, setCountry] = useState(proposed)
  const { column, withCode } = options
  const named = withCode.slice(0, maxNamedCountries).map((one) => ({ name: countryName(one.country), rows: one.rows }))
  return (
    <div className="flex flex-col items-start gap-2">
      {column && (
        <Button
          size="small"
          onClick={() => applyOperation({ kind: 'rule', rule: 'countryColumn', column: column.name })}
        >
          Take the country from column “{visibleText(column.name)}” in {plural(column.rows, 'row', 'rows')}
        </Button>
      )}
      {withCode.length > 0 && (
        <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <Button size="small" onClick={() => applyOperation({ kind: 'rule', rule: 'countryCode', on: true })}>
            {texts.beginWithCode(sumOf(withCode))}
          </Button>
          <span className="text-label text-muted">
            {texts.rowsByCountry(named, sumOf(withCode.slice(maxNamedCountries)))}
          </span>
        </div>
      )}
      <div className="flex w-full flex-wrap items-end gap-2">
        <div className="min-w-44 flex-1">
          <CountryChoice label="Country of these numbers" value={country} onChange={setCountry} />
        </div>
        <Button
          disabledReason={country === null && 'Choose a country first.'}
          onClick={() => applyOperation({ kind: 'rule', rule: 'country', country })}
        >
          {country === null
            ? 'Use this country'
            : texts.acceptNamedCountry(countryName(country), country === proposed ? options.inHome : 0)}
        </Button>
      </div>
    </div>
  )
}

/** A warning about numbers that cost more or may not reach a person. */
const SpecialNumbersItem = ({ group: { kind, count, examples } }: { group: SpecialNumbers }) => (
  <RowGroup title={texts.specialNumbers[kind]} count={count}>
    <p className="text-label text-soft">{texts.specialNumberHints[kind]}</p>
    <ul className="flex flex-col gap-1 text-label text-soft">
      {examples.map((example) => (
        <li key={example.row}>
          Row {number(example.row)}: <PhoneNumber number={example.number} country="none" />
        </li>
      ))}
    </ul>
    {count > examples.length && <p className="text-label text-muted">{texts.moreExamples(count - examples.length)}</p>}
  </RowGroup>
)

const filterFor = (name: string): ShownRows => filters.find((filter) => filter === name) ?? 'all'

interface GroupProps {
  group: ProblemGroup
  file: Summary
  choices: Choices
  repairs: Repairs
}

function RepairControl({ group, file, choices, repairs }: GroupProps) {
  const { reason, repairable } = group
  const accept = acceptRepair[reason]
  if (reason === 'missing_plus')
    return <MissingCountry key={file.home} options={file.missingCountry} country={file.home} />
  if (reason === 'duplicate') {
    return (
      <SegmentedControl
        label="For duplicate numbers, call"
        value={repairs.keep ?? 'first'}
        onChange={(keep) => applyOperation({ kind: 'rule', rule: 'keep', keep })}
        options={[
          { value: 'first', label: 'First row' },
          { value: 'last', label: 'Last row' },
        ]}
      />
    )
  }
  if (reason === 'long_row' && file.notes.some(({ note }) => note === 'nameShort')) {
    return (
      <Button size="small" onClick={() => changeChoices({ ...choices, unnamedFirst: true })}>
        {firstIsUnnamed}
      </Button>
    )
  }
  if (reason === 'short_row') {
    return (
      <Button size="small" onClick={() => applyOperation({ kind: 'rule', rule: 'pad', on: true })}>
        Treat missing cells as empty
      </Button>
    )
  }
  if (reason === 'extra_cell' || reason === 'same_telephone') {
    return (
      <Button size="small" onClick={() => applyOperation({ kind: 'rule', rule: 'accept', reason, on: true })}>
        {reason === 'extra_cell'
          ? group.count === 1
            ? 'Remove the empty cell'
            : `Remove the empty cells in ${plural(group.count, 'row', 'rows')}`
          : group.count === 1
            ? 'Call this row too'
            : `Call these ${number(group.count)} rows too`}
      </Button>
    )
  }
  if (reason === 'unclear_opt_out') {
    // For a column that also has clear opt-outs, `OptedOut` shows the button.
    const unclear = file.optOuts.filter(
      ({ isOrdinary, question, isAnswered, unclear, rows }) =>
        !isOrdinary && !question && !isAnswered && unclear > 0 && rows === 0,
    )
    return (
      <div className="flex flex-col items-start gap-2">
        <Button size="small" onClick={() => applyOperation({ kind: 'rule', rule: 'accept', reason, on: true })}>
          {group.count === 1 ? 'Call this row' : `Call these ${number(group.count)} rows`}
        </Button>
        {unclear.map(({ column }) => (
          <OrdinaryColumn key={column} column={column} />
        ))}
      </div>
    )
  }
  if (accept === undefined || repairable === 0) return null
  return (
    <Button size="small" onClick={() => applyOperation({ kind: 'rule', rule: 'accept', reason, on: true })}>
      {accept(repairable)}
    </Button>
  )
}

function ProblemItem(props: GroupProps) {
  const { reason, count, examples } = props.group
  return (
    <RowGroup title={reasonTitles[reason]} count={count} show={filterFor(reason)} repair={<RepairControl {...props} />}>
      <Examples examples={examples} count={count} />
    </RowGroup>
  )
}

/** Shows spaces and invisible characters as dots. */
const withVisibleSpaces = (text: string) =>
  text.replace(/[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '·')

function Warning({ group: { remark, count, examples } }: { group: RemarkGroup }) {
  const tidy = tidyCells[remark]
  return (
    <RowGroup
      title={remarkTitles[remark]}
      count={count}
      show={remark}
      repair={
        tidy && (
          <Button size="small" onClick={() => applyOperation({ kind: 'rule', rule: 'tidy', remark, on: true })}>
            {tidy}
          </Button>
        )
      }
    >
      <ul className="flex flex-col gap-1 text-label text-soft">
        {examples.map(({ row, column, text, repaired }) => (
          <li key={row} className="break-words">
            {texts.remarkExample(row, column, <q>{withVisibleSpaces(text)}</q>, repaired ? <q>{repaired}</q> : null)}
          </li>
        ))}
      </ul>
    </RowGroup>
  )
}

export function Problems({ newBatch, file }: { newBatch: NewBatch; file: Summary }) {
  const { counts, specialNumbers, remarks, nullWords } = file
  const groups = file.groups.filter(({ reason }) => reason !== 'opted_out' && reason !== 'unanswered_opt_out')
  const isAsked = file.optOuts.some(({ question }) => question)
  const repairs = repairsOf(currentOperations(newBatch))
  const { gaps } = useMissingVariables(newBatch, file)
  const count = counts.invalid + counts.duplicate
  const box = useKeepFocus(newBatch.revision)
  return (
    <div ref={box} tabIndex={-1} className="flex min-w-0 flex-col gap-4 outline-none">
      {count === 0 && !isAsked ? (
        <Section title={texts.problemsSection}>
          <StatusLabel state="done" label={texts.noProblems(counts.optedOut > 0)} wraps />
        </Section>
      ) : (
        <Section title={texts.problemsSection} facts={texts.rowsLeftOut(count)} flush>
          <ul className="divide-y divide-line">
            <ColumnQuestions key={newBatch.readingNumber} file={file} />
            {groups.map((group) => (
              <ProblemItem key={group.reason} group={group} file={file} choices={newBatch.choices} repairs={repairs} />
            ))}
          </ul>
        </Section>
      )}
      <OptedOut file={file} />
      {remarks.length + gaps.length + specialNumbers.length + nullWords.length > 0 && (
        <Section title="Warnings" facts="These rows are called as they are" flush>
          <ul className="divide-y divide-line">
            <GapItems gaps={gaps} file={file} />
            {specialNumbers.map((group) => (
              <SpecialNumbersItem key={group.kind} group={group} />
            ))}
            {remarks.map((group) => (
              <Warning key={group.remark} group={group} />
            ))}
            {nullWords.length > 0 && <li className="px-3 py-2 text-soft">{texts.nullWordsAreEmpty(nullWords)}</li>}
          </ul>
        </Section>
      )}
      <Changes repairs={repairs} />
    </div>
  )
}

interface Change {
  text: string
  revert?: () => void
  /** Instead of "Revert". */
  label?: string
}

/** The rules in effect, which can be reverted, and how much was changed by hand. */
function changesIn(repairs: Repairs): Change[] {
  const { country, countryColumn, countryCode, accept = [], keep, pad, ordinary = [], tidy = [] } = repairs
  const { cells = [], leaveOut = [], leftOutBy } = repairs
  const { answers = {}, hidden } = repairs
  const editedCells = new Set(cells.map(({ row, column }) => `${row}/${column}`)).size
  const leftOutByHand = [...leaveOut].length - (leftOutBy?.size ?? 0)
  const revertible = (text: string, ...operation: Parameters<typeof applyOperation>): Change => ({
    text,
    revert: () => applyOperation(...operation),
  })
  return [
    ...(country
      ? [
          revertible(`Country of numbers without a country code: ${countryName(country)}.`, {
            kind: 'rule',
            rule: 'country',
            country: null,
          }),
        ]
      : []),
    ...(countryColumn
      ? [
          revertible(
            `Numbers without a country code belong to the country in column “${visibleText(countryColumn)}”.`,
            {
              kind: 'rule',
              rule: 'countryColumn',
              column: null,
            },
          ),
        ]
      : []),
    ...(countryCode
      ? [
          revertible('Numbers without a + begin with their country code.', {
            kind: 'rule',
            rule: 'countryCode',
            on: false,
          }),
        ]
      : []),
    ...accept.map((reason: Reason) =>
      revertible(acceptedRepairs[reason] ?? reasonTitles[reason], { kind: 'rule', rule: 'accept', reason, on: false }),
    ),
    ...(keep === 'last'
      ? [revertible('For duplicate numbers, the last row is called.', { kind: 'rule', rule: 'keep', keep: 'first' })]
      : []),
    ...(pad ? [revertible('Missing cells are treated as empty.', { kind: 'rule', rule: 'pad', on: false })] : []),
    ...ordinary.map((column) =>
      revertible(
        `“${visibleText(column)}” is treated as an ordinary column. The people it marks are called, and the column is sent to the agent.`,
        {
          kind: 'rule',
          rule: 'ordinary',
          column,
          on: false,
        },
      ),
    ),
    ...Object.entries(answers).map(([column, { answer, remembered }]): Change => {
      const marked = answer.means === 'optOut' ? answer.doNotCall.map(visibleText) : null
      const said = texts.columnExplained(visibleText(column), marked)
      const askAgain = { kind: 'rule', rule: 'answer', column, answer: null } as const
      if (!remembered) return revertible(said, askAgain)
      return {
        ...revertible(`As on ${day(remembered.at)} by ${visibleText(remembered.by)}: ${said}`, askAgain),
        label: 'Change',
      }
    }),
    ...(hidden
      ? [
          revertible(
            hidden === 'included' ? 'What the sheet hides is included.' : 'What the sheet hides is left out.',
            {
              kind: 'rule',
              rule: 'hidden',
              are: null,
            },
          ),
        ]
      : []),
    ...tidy.map((remark) =>
      revertible(tidiedCells[remark] ?? remarkTitles[remark], { kind: 'rule', rule: 'tidy', remark, on: false }),
    ),
    ...(editedCells > 0 ? [{ text: `You changed ${plural(editedCells, 'cell', 'cells')}.` }] : []),
    ...(leftOutByHand > 0 ? [{ text: `You left out ${plural(leftOutByHand, 'row', 'rows')}.` }] : []),
    ...leftOutRules
      .map((by) => ({ by, rows: rowsLeftOutBy(repairs, by) }))
      .filter(({ rows }) => rows.length > 0)
      .map(({ by, rows }) => revertible(leftOutByRule[by](rows.length), { kind: 'leaveOut', rows, out: false })),
  ]
}

function Changes({ repairs }: { repairs: Repairs }) {
  const changes = changesIn(repairs)
  if (changes.length === 0) return null
  return (
    <Section title="Your changes" flush>
      <ul className="divide-y divide-line">
        {changes.map(({ text, revert, label }) => (
          <li key={text} className="flex min-h-row items-center gap-2 px-3 py-1">
            <span className="min-w-0 flex-1 break-words">{text}</span>
            {revert && (
              <Button size="small" variant="ghost" onClick={revert}>
                {label ?? 'Revert'}
                <span className="sr-only">{texts.about(text)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
