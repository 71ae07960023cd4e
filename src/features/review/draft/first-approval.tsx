/** The first of two approvals: who gave it, for which text, and a button to withdraw one's own. */
import { useCommand } from '#api/commands.ts'
import { MarkedDifference } from '#components/difference/marked-difference.tsx'
import { textHash } from '#contract/index.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { Button } from '#ui/forms/button.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { ago } from '#ui/time/format-time.ts'
import type { Target } from '../queue/queue.ts'
import { Alert } from './draft-alerts.tsx'
import * as texts from './texts.tsx'
import type { Approval } from './two-approvals.ts'
import { useIsClosed } from './use-is-closed.ts'

/** @param onGiven called when the approval is stored */
export function useFirstApproval(target: Target, onGiven: () => void) {
  const { run, isPending, refusal } = useCommand('firstApprovalGive')
  const isClosed = useIsClosed()
  /** @param input `shownText`, `lastInbound`: what was on the screen; `editedMessage`: the text that is approved instead */
  const give = async (input: { shownText: string; lastInbound: string | null; editedMessage?: string }) => {
    const { shownText, ...rest } = input
    const body = { ...target, ...rest, textHash: await textHash(shownText) }
    await run({ body }).then(
      () => {
        notify({ title: 'Approved as the first reviewer', text: texts.secondReviewerSends })
        if (!isClosed.current) onGiven()
      },
      (error: unknown) => {
        // An open draft shows the refusal beside its buttons.
        if (isClosed.current) notifyRefusal(error)
      },
    )
  }
  return { give, isPending, refusal }
}

interface Props {
  target: Target
  first: NonNullable<Approval['first']>
  /** The draft's text. */
  text: string
}

export function FirstApprovalNote({ target, first, text }: Props) {
  const { run, isPending } = useCommand('firstApprovalWithdraw')
  const now = useGatewayTime(5_000)
  const { isOwn, operator, at, editedMessage } = first
  return (
    <Alert
      actions={
        isOwn && (
          <Button pending={isPending} onClick={() => void run({ body: target }).catch(notifyRefusal)}>
            Withdraw approval
          </Button>
        )
      }
    >
      <output className="block">
        <strong className="font-medium">
          {isOwn ? `You approved this ${ago(at, now)}.` : `${operator} approved this ${ago(at, now)}.`}
        </strong>{' '}
        {isOwn
          ? texts.secondReviewerSends
          : editedMessage !== null
            ? 'If you approve it too, it is sent with these changes.'
            : 'If you approve it too, it is sent.'}
      </output>
      {editedMessage !== null && (
        <MarkedDifference before={text} after={editedMessage} label="Changes by the first reviewer" />
      )}
    </Alert>
  )
}
