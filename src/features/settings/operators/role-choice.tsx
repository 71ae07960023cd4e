/** Roles, each with what it lets one do. */
import { roleNames } from '#api/session.ts'
import { type Role, roles } from '#contract/index.ts'
import { Checkbox } from '#ui/forms/choice.tsx'
import { FieldGroup } from '#ui/forms/field.tsx'

const abilities: Record<Role, string> = {
  support: 'Places calls, ends them and takes them over.',
  campaign_manager: 'Starts and cancels batches, and places calls.',
  reviewer: 'Approves, edits and rejects what agents drafted.',
  admin: 'All of that, and agents, flows, operators and the audit.',
}

const sentence = (words: string) => words[0]?.toUpperCase() + words.slice(1)
/** "Administrator, Support". */
export const rolesInWords = (held: readonly Role[]): string =>
  roles
    .filter((role) => held.includes(role))
    .map((role) => sentence(roleNames[role]))
    .join(', ')

interface Props {
  value: readonly Role[]
  onChange: (roles: Role[]) => void
  error?: string | null
}

export const RoleChoice = ({ value, onChange, error }: Props) => (
  <FieldGroup
    label="Roles"
    name="roles"
    hint="Everybody may look at everything but operators and the audit."
    error={error}
  >
    {roles.map((role) => (
      <Checkbox
        key={role}
        label={sentence(roleNames[role])}
        hint={abilities[role]}
        checked={value.includes(role)}
        onChange={(on) => onChange(roles.filter((one) => (one === role ? on : value.includes(one))))}
      />
    ))}
  </FieldGroup>
)
