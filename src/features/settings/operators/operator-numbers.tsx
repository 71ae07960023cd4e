/** The own phone numbers of another operator. An administrator confirms those of which they know that they are, and removes others. */
import { useCommand } from '#api/commands.ts'
import type { OperatorDetail, OwnNumber } from '#contract/index.ts'
import { groupNumber } from '#phone/group.ts'
import { OwnNumberButton, OwnNumberList } from '../shared/own-number-list.tsx'
import * as shared from '../shared/texts.tsx'
import * as texts from './texts.tsx'

function NumberButtons({ operatorId, own: { id, number, confirmedBy } }: { operatorId: string; own: OwnNumber }) {
  const confirmation = useCommand('operatorNumberConfirm')
  const removal = useCommand('operatorNumberRemove')
  const request = { params: { operatorId, numberId: id } }
  return (
    <>
      {confirmedBy === null && (
        <OwnNumberButton
          label="Confirm"
          spokenLabel={`Confirm ${groupNumber(number)}`}
          command={confirmation}
          onClick={() => void confirmation.run(request).catch(() => {})}
        />
      )}
      <OwnNumberButton
        label={shared.removeNumber}
        spokenLabel={shared.removeNumberLabel(groupNumber(number))}
        command={removal}
        onClick={() => void removal.run(request).catch(() => {})}
      />
    </>
  )
}

export function OperatorNumbers({ detail: { operator, numbers } }: { detail: OperatorDetail }) {
  const buttons = numbers.map((own) => [own.id, <NumberButtons key={own.id} operatorId={operator.id} own={own} />])
  return (
    <div className="flex flex-col gap-2">
      <OwnNumberList numbers={numbers} label={texts.ownNumbersTerm} buttons={Object.fromEntries(buttons)} />
      <p className="text-label text-muted">
        Their test calls go to confirmed numbers at any hour, without calling rules. Confirm a number only if you know
        that it is theirs.
      </p>
    </div>
  )
}
