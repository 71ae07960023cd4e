/** Choice of roles. Each says what it allows. */
import { type Role, roles } from '#contract/index.ts'
import { Checkbox } from '#ui/forms/choice.tsx'
import { FieldGroup } from '#ui/forms/field.tsx'
import { roleLabel } from '../shared/role-texts.ts'
import * as texts from './texts.tsx'

interface Props {
  value: readonly Role[]
  onChange: (roles: Role[]) => void
  error?: string | null
}

export const RoleChoice = ({ value, onChange, error }: Props) => (
  <FieldGroup label={texts.rolesLabel} name="roles" hint={texts.rolesHint} error={error}>
    {roles.map((role) => (
      <Checkbox
        key={role}
        label={roleLabel(role)}
        hint={texts.roleHints[role]}
        checked={value.includes(role)}
        onChange={(on) => onChange(roles.filter((one) => (one === role ? on : value.includes(one))))}
      />
    ))}
  </FieldGroup>
)
