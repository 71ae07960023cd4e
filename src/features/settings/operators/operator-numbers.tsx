/** The own phone numbers of another operator. An administrator confirms those of which they know that they are. */
import { useCommand } from '#api/commands.ts'
import type { OperatorDetail, OwnNumber } from '#contract/index.ts'
import { groupNumber } from '#phone/group.ts'
import { OwnNumberButton, OwnNumberList } from '../shared/own-number-list.tsx'
import * as texts from './texts.tsx'

function ConfirmNumber({ operatorId, own: { id, number } }: { operatorId: string; own: OwnNumber }) {
  const { run, ...command } = useCommand('operatorNumberConfirm')
  return (
    <OwnNumberButton
      label={texts.confirmNumber}
      spokenLabel={texts.confirmNumberLabel(groupNumber(number))}
      command={command}
      onClick={() => void run({ params: { operatorId, numberId: id } }).catch(() => {})}
    />
  )
}

export function OperatorNumbers({ detail: { operator, numbers } }: { detail: OperatorDetail }) {
  const buttons = numbers
    .filter(({ confirmedBy }) => confirmedBy === null)
    .map((own) => [own.id, <ConfirmNumber key={own.id} operatorId={operator.id} own={own} />])
  return (
    <div className="flex flex-col gap-2">
      <OwnNumberList numbers={numbers} label={texts.ownNumbersTerm} buttons={Object.fromEntries(buttons)} />
      <p className="text-label text-muted">{texts.confirmNumberHint}</p>
    </div>
  )
}
