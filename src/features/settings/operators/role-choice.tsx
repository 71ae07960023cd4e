/** Choice of roles. Each has a hint about what it allows. */
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
  <FieldGroup
    label="Roles"
    name="roles"
    hint="Every operator can view everything except operators, the audit and backups."
    error={error}
  >
    {roles.map((role) => (
      <Checkbox
        key={role}
        label={roleLabel(role)}
        hint={texts.roleHints[role]}
        checked={value.includes(role)}
        onChange={(isChecked) =>
          onChange(roles.filter((other) => (other === role ? isChecked : value.includes(other))))
        }
      />
    ))}
  </FieldGroup>
)
