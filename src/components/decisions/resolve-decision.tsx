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
        notHappened={texts.didNotHappen(riskOf({ endpoint: 'messageAction', ids: { action: decision.action } }))}
        onResolved={onClose}
      >
        <p className="text-soft">
          {texts.resolveHelp(personOf(decision), (text) => (
            <Link to={paths.conversation(decision.conversationId)}>{text}</Link>
          ))}
        </p>
      </ResolveForm>
    )}
  </Dialog>
)
