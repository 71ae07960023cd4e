/** The question about a column that may say who must not be called. Nobody whom it marks is called until a person answers. */
import { useState } from 'react'
import type { ColumnAnswer } from '#contract/index.ts'
import type { OptOutSummary, Summary } from '#recipients/worker/protocol.ts'
import { Button } from '#ui/forms/button.tsx'
import { Checkbox } from '#ui/forms/choice.tsx'
import { FieldGroup } from '#ui/forms/field.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { applyOperation, useNewBatch } from '../state/new-batch-store.ts'
import { QuotedText } from './cell-bar.tsx'
import { RowGroup } from './problem-parts.tsx'
import * as texts from './texts.tsx'

type Question = NonNullable<OptOutSummary['question']>

/** The texts of the column, of which a person chooses those that mark people. A single mark is chosen already. */
function Answer({ column, about, values }: Question & { column: string }) {
  const marked = values.flatMap(({ text, isMarked }) => (isMarked && text !== '' ? [text] : []))
  const [chosen, setChosen] = useState(about === 'contact' && marked.length > 1 ? [] : marked)
  const others = values.flatMap(({ text }) => (chosen.includes(text) ? [] : [text]))
  const rows = values.reduce((sum, { text, count }) => sum + (chosen.includes(text) ? count : 0), 0)
  const give = (answer: ColumnAnswer) => applyOperation({ kind: 'rule', rule: 'answer', column, answer })
  return (
    <>
      <FieldGroup label="Do not call people with">
        {values.map(({ text, count }) => (
          <Checkbox
            key={text}
            label={
              <span className="wrap-anywhere">
                {text === '' ? texts.emptyCell : <QuotedText text={`\`${text}\``} />} ({number(count)})
              </span>
            }
            checked={chosen.includes(text)}
            onChange={(on) => setChosen(on ? [...chosen, text] : chosen.filter((one) => one !== text))}
          />
        ))}
      </FieldGroup>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          disabledReason={chosen.length === 0 && 'Choose what means “do not call” first.'}
          onClick={() => give({ means: 'optOut', doNotCall: chosen, call: others })}
        >
          {rows === 0 ? 'Yes, leave them out' : `Yes, leave out ${plural(rows, 'row', 'rows')}`}
        </Button>
        <Button size="small" onClick={() => give({ means: 'ordinary' })}>
          No, it says something else
        </Button>
        {chosen.length > 0 && others.length > 0 && (
          <Button size="small" variant="ghost" onClick={() => setChosen(others)}>
            The other way round
          </Button>
        )}
      </div>
    </>
  )
}

/** The questions about columns that nobody has explained yet. */
export function ColumnQuestions({ file }: { file: Summary }) {
  const { isRecalling } = useNewBatch()
  const questions = file.optOuts.filter(({ question }) => question !== null)
  const leftOut = file.groups.find(({ reason }) => reason === 'unanswered_opt_out')?.count ?? 0
  return questions.map(({ column, question, unclear }) => {
    // Also the other rows with the same numbers. Of several columns it is not known because of which.
    const rows = questions.length === 1 ? leftOut : unclear
    return (
      question && (
        <RowGroup
          key={column}
          title={texts.columnQuestion[question.about](visibleText(column))}
          count={rows}
          show="unanswered_opt_out"
          isOpen
        >
          {isRecalling ? (
            <p className="text-label text-muted">Looking for an answer about an earlier file…</p>
          ) : (
            <>
              {rows > 0 && (
                <p className="text-label text-muted">
                  {plural(rows, 'row', 'rows')} {rows === 1 ? 'is' : 'are'} left out until you answer.
                </p>
              )}
              <Answer column={column} {...question} />
            </>
          )}
        </RowGroup>
      )
    )
  })
}
