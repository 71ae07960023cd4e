/** The own phone numbers of another operator. An administrator confirms those of which they know that they are. */
import { useCommand } from '#api/commands.ts'
import type { OperatorDetail } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { groupNumber } from '#phone/group.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { OwnNumberList } from '../shared/own-number-list.tsx'
import * as texts from './texts.tsx'

export function OperatorNumbers({ detail: { operator, numbers } }: { detail: OperatorDetail }) {
  const { run, isPending, refusal } = useCommand('operatorNumberConfirm')
  const buttons = numbers
    .filter(({ confirmedBy }) => confirmedBy === null)
    .map(({ id, number }) => [
      id,
      <Button
        key={id}
        size="small"
        pending={isPending}
        onClick={() => void run({ params: { operatorId: operator.id, numberId: id } }).catch(() => {})}
        aria-label={texts.confirmNumberLabel(groupNumber(number))}
      >
        {texts.confirmNumber}
      </Button>,
    ])
  return (
    <div className="flex flex-col gap-2">
      <OwnNumberList numbers={numbers} label={texts.ownNumbersTerm} buttons={Object.fromEntries(buttons)} />
      <p className="text-label text-muted">{texts.confirmNumberHint}</p>
      {refusal && <ErrorNote text={refusalText(refusal)} />}
    </div>
  )
}
