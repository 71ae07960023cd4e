/** The dialog in which a person settles a decision with an unknown outcome. */
import type { Decision } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { ResolveForm } from '../effects/resolve-form.tsx'
import { riskOf } from '../effects/unknown-outcome-texts.ts'
import { personOf } from './decision-texts.ts'

const happened = {
  label: 'It happened',
  hint: 'The customer has the message, or the service shows it as decided.',
  record: 'Record that it happened',
}
const not = ({ action }: Decision) => ({
  label: 'It did not happen',
  hint: `The message waits for review again. ${riskOf({ endpoint: 'messageAction', ids: { action } })}`.trim(),
  record: 'Record that it did not happen',
})

/** @param decision null: closed */
export const ResolveDecision = ({ decision, onClose }: { decision: Decision | null; onClose: () => void }) => (
  <Dialog open={decision !== null} onClose={onClose} title="What became of this decision?">
    {decision && (
      <ResolveForm
        effectId={decision.effectId}
        command="messageAction"
        happened={happened}
        notHappened={not(decision)}
        onResolved={onClose}
      >
        <p className="text-soft">
          Ask {personOf(decision)}, read <Link to={paths.conversation(decision.conversationId)}>the conversation</Link>,
          or check the service’s own console. Until it is settled nobody can decide this message again.
        </p>
      </ResolveForm>
    )}
  </Dialog>
)
