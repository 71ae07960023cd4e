/** The dialog in which a person resolves a decision with an unknown outcome. */
import type { Decision } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { ResolveForm } from '../effects/resolve-form.tsx'
import { riskOf } from '../effects/unknown-outcome-texts.ts'
import { personOf } from './decision-texts.ts'
import * as texts from './texts.tsx'

/** @param decision null: closed */
export const ResolveDecision = ({ decision, onClose }: { decision: Decision | null; onClose: () => void }) => (
  <Dialog open={decision !== null} onClose={onClose} title="Resolve this decision">
    {decision && (
      <ResolveForm
        effectId={decision.effectId}
        command="messageAction"
        happened={texts.happened}
        notHappened={{
          label: 'It did not happen',
          hint: `The draft is waiting for review again. ${riskOf({ endpoint: 'messageAction', ids: { action: decision.action } })}`.trim(),
          recordLabel: 'Record that it did not happen',
        }}
        onResolved={onClose}
      >
        <p className="text-soft">
          Ask {personOf(decision)}, read <Link to={paths.conversation(decision.conversationId)}>the conversation</Link>,
          or check the service’s console. Nobody can decide on this draft again until the outcome is resolved.
        </p>
      </ResolveForm>
    )}
  </Dialog>
)
